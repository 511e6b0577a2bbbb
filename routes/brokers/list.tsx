import { listAccounts, listRequests } from "../../lib/features/brokers/mod.ts";
import { type AccountListQuery, accountListQuery } from "../../lib/schemas/brokers/list.ts";
import { page } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { AccountsTable } from "./_accounts_table.tsx";
import { filterLabels, Filters } from "./_filters.tsx";
import { Requests } from "./_requests.tsx";

/** Requests are of brokers whom nobody has rated and who have no consent yet. */
const listsRequests = ({ type, rating, consent }: AccountListQuery): boolean =>
  (type === "" || type === "broker") && rating === "" && consent === "";

/** Accounts and open requests (accounts specification 2, "Broker list"). */
export const brokersPage = page({
  path: accountListQuery.path,
  permission: "manageBrokers",
  title: "Brokers",
  shell: "dashboard",
  async load(ctx, { query }) {
    const filters = accountListQuery.parse(query);
    const [requests, list] = await Promise.all([
      listsRequests(filters) ? listRequests(ctx, { q: filters.q, all: filters.requests === "all" }) : null,
      listAccounts(ctx, filters),
    ]);
    return { filters, requests, list, now: ctx.now };
  },
  actions: ({ filters }) => (
    <>
      <a
        className="btn bare"
        href={`/api/loans/consentfile?consent=${filters.consent}`}
        download
        aria-label="Consent CSV"
      >
        <Icon name="download" />
        <span className="label">Consent CSV</span>
      </a>
      <a className="btn primary" href="/dashboard/viewbroker?id=new" aria-label="New broker">
        <Icon name="plus" />
        <span className="label">New broker</span>
      </a>
    </>
  ),
  paper: ({ filters }) => filterLabels(filters),
  view: ({ filters, requests, list, now }) => (
    <>
      {requests && (
        <Requests
          {...requests}
          allHref={filters.requests === "all" ? null : accountListQuery.address(filters, { requests: "all" })}
          now={now}
        />
      )}
      <Filters query={filters} found={list.found} all={list.all} />
      {list.rows.length > 0
        ? <AccountsTable rows={list.rows} query={filters} now={now} />
        : <NoAccounts {...filters} />}
      <Pager
        page={list.page}
        pages={list.pages}
        href={(n) => accountListQuery.address(filters, { page: n })}
        what="accounts"
      />
    </>
  ),
});

/** Words may be fewer and other filters wider; where only a type is chosen, there is none of it. */
function NoAccounts({ type, rating, consent, q }: AccountListQuery) {
  if (type !== "" && !rating && !consent && !q) {
    return (
      <Empty title={`No ${type}s yet`} text="Accounts that you create are listed here.">
        <a className="btn" href="/dashboard/viewbroker?id=new">New broker</a>
      </Empty>
    );
  }
  return (
    <Empty title="No account matches" text="Try fewer words, or another type, rating or consent.">
      <a className="btn" href={accountListQuery.path}>Show all accounts</a>
    </Empty>
  );
}
