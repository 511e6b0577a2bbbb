import { factorSince, listSignIns } from "../../lib/features/accounts/mod.ts";
import { listAccountHistory, viewAccount } from "../../lib/features/brokers/mod.ts";
import { accountConsent } from "../../lib/features/mail/mod.ts";
import { listMailOfAccount } from "../../lib/features/tracking/mod.ts";
import { BrokerForm } from "../../islands/brokers/BrokerForm.tsx";
import { CHANGED_BY_OWNERS, rolesToGive } from "../../lib/domain/accounts/account_values.ts";
import { ROLE } from "../../lib/domain/permissions.ts";
import { notFound } from "../../lib/domain/refusal.ts";
import { accountQuery } from "../../lib/schemas/brokers/list.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { formValues, roleOptions, storedValues } from "./_form_values.ts";
import { AccountHead, BackToBrokers } from "./_account_head.tsx";
import { BrokerConsent } from "./_consent.tsx";
import { AccountHistory } from "./_history.tsx";
import { BrokerLoans } from "./_loans.tsx";
import { BrokerMail } from "./_mail.tsx";
import { AccountPersonalData } from "./_personal_data.tsx";
import { AccountSignIns } from "./_sign_ins.tsx";
import { AccountTwoStep } from "./_two_step.tsx";

/** An account, or a new one with `id=new` (accounts specification 2). */
export const accountPage = page({
  path: "/dashboard/viewbroker",
  permission: "manageBrokers",
  shell: "dashboard",
  async load(ctx, { query, c }) {
    const facts = { now: ctx.now, lookup: ctx.site.licenceLookupUrl, thresholds: ctx.lending().settings.globalScore };
    if (query.id === "new") return { ...facts, seen: null, around: null, roles: rolesToGive(ctx.actor!) };
    const { id, page, history: historyPage } = accountQuery.parse(query);
    if (id === 0) throw notFound("account");
    const { sessions } = c.get("deps");
    const [seen, signIns, since, consent, mail, history] = await Promise.all([
      viewAccount(ctx, { id, page }),
      listSignIns(ctx, id, { session: sessions.token(c), device: sessions.deviceToken(c) }),
      factorSince(ctx, id),
      accountConsent(ctx, id),
      listMailOfAccount(ctx, id),
      listAccountHistory(ctx, { id, page: historyPage }),
    ]);
    const isBroker = seen.account.role === ROLE.broker;
    const around = { signIns, factorSince: since, consent: isBroker ? consent : null, mail, history };
    return { ...facts, seen, around, roles: seen.roles };
  },
  title: ({ seen }) => seen ? seen.account.name : "New broker",
  actions: BackToBrokers,
  view: ({ seen, around, roles, lookup, thresholds, now, form, can }) => (
    <>
      <div className="stack">
        {seen && <AccountHead account={seen.account} now={now} />}
        {seen?.locked && <Notice icon="lock">{CHANGED_BY_OWNERS}</Notice>}
        {form && Object.keys(form.errors).length === 0 && <Notice band="red" live>{form.reason}</Notice>}
      </div>
      <Island
        of={BrokerForm}
        id={seen?.account.id ?? null}
        updatedAt={seen?.account.updatedAt ?? null}
        stored={storedValues(seen?.account ?? null)}
        values={formValues(storedValues(seen?.account ?? null), form?.values)}
        errors={form?.errors ?? {}}
        roles={roleOptions(roles, seen?.account.role)}
        own={seen?.own ?? false}
        keep={seen?.keep ?? null}
        locked={seen?.locked ?? false}
        lookup={lookup}
        licence={seen?.licence ?? null}
      />
      {seen && around && (
        <>
          <BrokerLoans
            {...seen.loans}
            trashed={seen.loans.found - seen.account.totalLoans}
            thresholds={thresholds}
            href={(n) => address(seen.account.id, { page: n, history: around.history.page }, "loans")}
          />
          {around.consent && (
            <BrokerConsent
              id={seen.account.id}
              consent={around.consent}
              locked={seen.locked}
              sent={form?.values ?? {}}
              errors={form?.errors ?? {}}
            />
          )}
          <BrokerMail rows={around.mail} />
          <AccountSignIns
            id={seen.account.id}
            name={seen.account.name}
            signIns={around.signIns}
            locked={seen.locked}
          />
          {around.factorSince !== null && (
            <AccountTwoStep
              id={seen.account.id}
              name={seen.account.name}
              since={around.factorSince}
              mayReset={can.manageSecurity && !seen.own}
            />
          )}
          {can.manageSecurity && (
            <AccountPersonalData
              id={seen.account.id}
              name={seen.account.name}
              email={seen.account.email}
              loans={seen.loans.found}
              own={seen.own}
            />
          )}
          <AccountHistory
            {...around.history}
            href={(n) => address(seen.account.id, { page: seen.loans.page, history: n }, "history")}
          />
        </>
      )}
    </>
  ),
});

/** The account's address at a page of its loans and history. */
function address(id: number, pages: { page: number; history: number }, part: string): string {
  return `${accountQuery.address({ id, ...pages })}#${part}`;
}
