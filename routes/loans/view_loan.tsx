import type { ReactNode } from "react";
import { loadLoanScreen, loanNeighbours } from "../../lib/features/loans/mod.ts";
import { outdatedOf } from "../../lib/features/settings/mod.ts";
import { ConditionCount } from "../../islands/conditions/ConditionCount.tsx";
import { LoanActions } from "../../islands/loans/LoanActions.tsx";
import { LoanApplication } from "../../islands/loans/LoanApplication.tsx";
import { LoanBroker } from "../../islands/loans/LoanBroker.tsx";
import { LoanBrokerLoans } from "../../islands/loans/LoanBrokerLoans.tsx";
import { LoanComments } from "../../islands/loans/LoanComments.tsx";
import { LoanEditor } from "../../islands/loans/LoanEditor.tsx";
import { LoanFiles } from "../../islands/files/LoanFiles.tsx";
import { LoanFigures } from "../../islands/loans/LoanFigures.tsx";
import { LoanLookup } from "../../islands/loans/LoanLookup.tsx";
import { LoanPast } from "../../islands/loans/LoanPast.tsx";
import { LoanParticipants } from "../../islands/loans/LoanParticipants.tsx";
import { LoanScore } from "../../islands/loans/LoanScore.tsx";
import { PageData } from "../../lib/client/page_data.ts";
import { dateInToronto, formatLongDate } from "../../lib/domain/dates.ts";
import { clientName } from "../../lib/domain/loans/client_name.ts";
import { contractScore, formOf, summaryOf } from "../../lib/domain/loans/loan_form.ts";
import { isLent } from "../../lib/domain/loans/status.ts";
import type { LendingSnapshot } from "../../lib/domain/ports.ts";
import type { Context } from "../../lib/server/http.ts";
import { LoanMapDialog } from "../../islands/maps/LoanMapDialog.tsx";
import { areasInForce } from "../../lib/features/maps/mod.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { LoanPlace } from "../../islands/maps/LoanPlace.tsx";
import { Island } from "../../lib/server/island.tsx";
import { page, type PageRequest, type ViewProps } from "../../lib/server/page.tsx";
import { PageDataBlock, scriptJson } from "../../lib/server/page_data.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import { ConditionsBlock } from "./_conditions_block.tsx";
import { DocumentsBlock } from "./_documents_block.tsx";
import { HISTORY_DIALOG, LoanHistory } from "./_loan_history.tsx";
import { LedgerLine } from "./_ledger_line.tsx";
import { listOfAddress } from "./_loan_address.ts";
import { lookupLinks } from "./_loan_links.ts";
import { LoanNeighbours } from "./_loan_neighbours.tsx";
import { mapGround } from "../maps/ground.ts";

/** Letters of a client's name that a line of the head has room for; a longer one has two, saved or not. */
const NAME_LINE = 52;

/** Loads everything the page shows. Throws not-found for an invalid or unknown id. */
async function load(ctx: Context, { query, c }: PageRequest) {
  const id = idOf(query.id, "loan"), from = listOfAddress(query);
  // All at once: on a libSQL server that is one round trip.
  const [{ row, figures, ...screen }, around, areas] = await Promise.all([
    loadLoanScreen(ctx, id),
    loanNeighbours(ctx, id, from),
    areasInForce(ctx.db),
  ]);
  const form = formOf({ ...row, additionalProperties: JSON.stringify(screen.additionalProperties) });
  const today = dateInToronto(ctx.now);
  return {
    ...screen,
    row,
    from,
    around,
    name: clientName(row),
    summary: summaryOf(
      form,
      figures,
      screen.contract.terms,
      contractScore(form, form, ctx.lending().settings.globalScore),
    ),
    links: lookupLinks(ctx.site.lender.links, row, c.get("surroundings").siteMap.pages),
    outdated: outdatedOf(ctx, { ...row, additionalProperties: screen.additionalProperties }),
    lending: ctx.lending(),
    shared: { loan: form, lending: { ...ctx.lending(), today } },
    today,
    areas,
  };
}

type Data = Awaited<ReturnType<typeof load>> & ViewProps;

/** The sticky header: client, risk, actions, key figures and links to each block. */
function LoanHead(props: { data: Data; menuButton: ReactNode; userMenu: ReactNode }): ReactNode {
  const { data, menuButton, userMenu } = props;
  const { row, name, summary } = data;
  const { conditions } = data.conditions;
  const done = conditions.filter((condition) => condition.completed).length;
  return (
    <PageData.Provider value={data.shared}>
      {/* On paper whose loan this is, and of which day; its title follows. */}
      <header className="paper">
        <p>{`${data.site.lender.name}, ${formatLongDate(data.today)}`}</p>
      </header>
      <header className="loan-head">
        <div className="head">
          <div className="loan-identity">
            {menuButton}
            <LoanNeighbours around={data.around} from={data.from} />
            <h1>
              {row.clientCode}{" "}
              <span className={name.length > NAME_LINE ? "client-name long" : "client-name"} title={name}>{name}</span>
            </h1>
            <Island of={LoanScore} summary={summary} outdated={data.outdated} />
          </div>
          <div className="align-end">
            <Island
              of={LoanMapDialog}
              on="touch"
              loanId={row.id}
              ground={mapGround(data.assets, data.site, data.areas)}
            />
            <Island
              of={LoanActions}
              loanId={row.id}
              updatedAt={row.updatedAt}
              isdone={row.isdone === 1}
              everFunded={row.everFunded === 1}
              history={data.history.length > 0 ? HISTORY_DIALOG : null}
            />
            <span className="wide-only">{userMenu}</span>
          </div>
        </div>
        <Island of={LoanFigures} summary={summary} />
        {isLent(row.adminComSelect) && <LedgerLine loanId={row.id} figures={data.ledger} />}
        <Tabs
          label="On this page"
          spy
          tabs={[
            { href: "#risk", label: "Risk" },
            { href: "#cash", label: "Cash flow" },
            { href: "#deal", label: "Deal" },
            { href: "#application", label: "Application" },
            {
              href: "#conditions",
              label: "Conditions",
              count: <Island of={ConditionCount} done={done} total={conditions.length} />,
            },
            { href: "#comments", label: "Comments" },
            { href: "#broker", label: "Broker" },
            { href: "#files", label: "Files" },
          ]}
        />
      </header>
    </PageData.Provider>
  );
}

/** The side column: broker, files, submission history and look-up links. */
function LoanSide(data: Data): ReactNode {
  const { row, broker, brokerLoans } = data;
  return (
    <aside aria-label="Broker and files">
      <Island
        of={LoanBroker}
        on="touch"
        loanId={row.id}
        broker={broker}
        licenceLookupUrl={data.site.licenceLookupUrl}
      />
      <Island of={LoanFiles} on="touch" loanId={row.id} files={data.files} />
      <DocumentsBlock loanId={row.id} status={row.adminComSelect} />
      <LoanHistory loanId={row.id} entries={data.history} />
      <Island of={LoanPast} on="touch" loanId={row.id} />
      <Island
        of={LoanLookup}
        on="touch"
        loanId={row.id}
        links={data.links}
        duplicates={data.duplicates}
        thresholds={data.lending.settings.globalScore}
      />
      <Island
        of={LoanBrokerLoans}
        on="touch"
        others={broker?.others ?? 0}
        loans={brokerLoans.map(({ id, clientCode, adminComSelect, fsfcLoan, newLoanAmount }) => (
          { id, clientCode, adminComSelect, fsfcLoan, newLoanAmount }
        ))}
      />
    </aside>
  );
}

const LENDING = new WeakMap<LendingSnapshot, { today: string; json: string }>();

/**
 * What the islands share of the day and the settings: maps and partners are settled elsewhere, and quotes have their
 * own page. The same text for every loan, kept for the day.
 */
function lendingJson({ lending, today }: Data): string {
  const cached = LENDING.get(lending);
  if (cached?.today === today) return cached.json;
  const { settings: { map: _map, partnerEmails: _partners, ...shown }, config } = lending;
  const json = scriptJson({ settings: shown, config, today });
  LENDING.set(lending, { today, json });
  return json;
}

function LoanScreen(data: Data): ReactNode {
  const geocoder = data.site.maps.geocoderUrl;
  return (
    <PageData.Provider value={data.shared}>
      <PageDataBlock name="loan" json={scriptJson(data.shared.loan)} />
      <PageDataBlock name="lending" json={lendingJson(data)} />
      <noscript>
        <Notice>Turn on JavaScript to change this loan. Without it you can read it here.</Notice>
      </noscript>
      <div className="loan">
        <div className="loan-columns">
          <div>
            <Island of={LoanEditor} loanId={data.row.id} today={data.today} contract={data.contract} />
            {geocoder && <Island of={LoanPlace} geocoder={geocoder} placed={data.row.placePrecision === "address"} />}
          </div>
          <LoanSide {...data} />
          <div className="full-row">
            <Island of={LoanApplication} on="later" />
            <ConditionsBlock conditions={data.conditions} />
            <Island of={LoanComments} on="later" />
            <Island
              of={LoanParticipants}
              on="later"
              loanId={data.row.id}
              participants={data.participants}
              everFunded={data.row.everFunded === 1}
            />
          </div>
        </div>
      </div>
    </PageData.Provider>
  );
}

/** The administrator's loan page (loans specification 2.3). */
export const viewLoanPage = page({
  path: "/dashboard/viewloan",
  permission: "manageLoans",
  shell: "dashboard",
  title: ({ row, name }) => [row.clientCode, name].filter(Boolean).join(" "),
  load,
  paper: () => null,
  view: LoanScreen,
  header: (data, parts) => <LoanHead data={data} {...parts} />,
});
