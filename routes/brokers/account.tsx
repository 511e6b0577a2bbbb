import { BrokerForm } from "../../islands/BrokerForm.tsx";
import { rolesToGive } from "../../lib/domain/account_values.ts";
import { notFound } from "../../lib/domain/refusal.ts";
import { viewAccount } from "../../lib/features/brokers/view_account.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Notice } from "../../lib/ui/states.tsx";
import { formValues, roleChoices } from "./_form_values.ts";
import { BrokerLoans } from "./_loans.tsx";
import { idFrom, pageNumber } from "./_query.ts";

/** One account, or a new one with `id=new` (specification of accounts, section 2). */
export const accountPage = page({
  path: "/dashboard/viewbroker",
  permission: "manageBrokers",
  shell: "dashboard",
  async load(ctx, { query }) {
    const facts = { lookup: ctx.site.licenceLookupUrl, thresholds: ctx.lending().settings.globalScore };
    if (query.id === "new") return { ...facts, seen: null, roles: rolesToGive(ctx.actor!) };
    const id = idFrom(query.id);
    if (id === null) throw notFound("account");
    const seen = await viewAccount(ctx, { id, page: pageNumber(query.page) });
    return { ...facts, seen, roles: seen.roles };
  },
  title: ({ seen }) => seen ? seen.account.name : "New broker",
  view: ({ seen, roles, lookup, thresholds, form }) => (
    <>
      {seen?.locked && <Notice icon="lock">Only an owner may change an owner's account.</Notice>}
      {form && Object.keys(form.errors).length === 0 && <Notice band="red" live>{form.reason}</Notice>}
      <Island
        of={BrokerForm}
        id={seen?.account.id ?? null}
        values={formValues(seen?.account ?? null, form?.values)}
        errors={form?.errors ?? {}}
        roles={roleChoices(roles, seen?.account.role)}
        own={seen?.own ?? false}
        keep={seen?.keep ?? null}
        locked={seen?.locked ?? false}
        lookup={lookup}
        licence={seen?.licence ?? null}
      />
      {seen && (
        <BrokerLoans
          {...seen.loans}
          thresholds={thresholds}
          href={(n) => `/dashboard/viewbroker?id=${seen.account.id}&page=${n}`}
        />
      )}
    </>
  ),
});
