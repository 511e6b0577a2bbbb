/** A refusal calls a field what the label beside it says, on the pages as they are sent. */
import assert from "node:assert/strict";
import { fieldName } from "../../../lib/domain/field_names.ts";
import { findInput } from "../../../lib/domain/settings/config_fields.ts";
import { CALLS } from "../../../routes/calls.ts";
import { withApp } from "../../support/app.ts";
import { fillEveryPage } from "../../support/every_page.ts";
import { type Part, pathsOf } from "../../support/schema_paths.ts";

/** The page, what its fields' ids begin with, the call that takes them, where in its input, and how many there are. */
const FORMS: readonly [page: string, ids: string, call: string, within: string, fields: number][] = [
  ["/", "quote-", "getquote", "", 8],
  ["/contact", "contact-", "sendcontactemail", "", 3],
  ["/register", "r-", "registerAccount", "", 9],
  ["/login", "device-", "activateDevice", "", 1],
  ["/login", "forgot-", "recoverAccount", "", 1],
  ["/dashboard/accountsettings", "a-", "updateSettings", "", 4],
  ["/dashboard/viewbroker", "", "updateAccount", "", 12],
  ["/dashboard/viewbroker", "", "createAccount", "", 12],
  ["/dashboard/viewbroker", "consent-", "recordconsent", "", 4],
  ["/dashboard/createbroker", "", "addRequestedAccount", "", 1],
  ["/dashboard/submitloan", "f-", "newloan", "data", 38],
  ["/dashboard/viewloan", "deal-", "updateloan", "data", 13],
  ["/dashboard/viewloan", "risk-", "updateloan", "data", 1],
  ["/dashboard/viewloan", "cash-", "updateloan", "data", 2],
  ["/dashboard/viewloan", "application-", "updateloan", "data", 38],
  ["/dashboard/viewCommitment/:id", "letter-", "generateletter", "terms", 7],
  ["/dashboard/viewRenewal/:id", "letter-", "generateletter", "terms", 9],
  ["/dashboard/emails", "create-email-", "createemail", "", 1],
  ["/dashboard/emails", "blacklist-", "addblacklist", "", 1],
  ["/dashboard/viewemail", "email-", "updateemail", "", 3],
  ["/dashboard/retention", "keep-", "saveretention", "", 6],
  ["/dashboard/maploans/settings", "report-", "savemarketreport", "", 8],
];

/** Labels that say more than the refusal does: an account that is there has a password already. */
const ALSO: Readonly<Record<string, string>> = { password: "New password" };

/** Labels of a page by the control's id, without notes and flags within them. */
function labelsOf(html: string): Map<string, string> {
  const labels = [...html.matchAll(/<label[^>]*\bfor="([^"]+)"[^>]*>([^<]+)/g)];
  return new Map(labels.map(([, id, text]) => [id, text.replaceAll("&#x27;", "'").replaceAll("&amp;", "&").trim()]));
}

Deno.test("a refusal calls every field of a form by the page's label", () =>
  withApp(async (t) => {
    const { people, addresses } = await fillEveryPage(t);
    const wrong: string[] = [];
    for (const [page, ids, name, within, least] of FORMS) {
      const { takes } = CALLS.find(({ path }) => path.endsWith(`/${name}`))!;
      const known = new Set(pathsOf(takes.input as unknown as Part).map((path) => path.join(".")));
      const shown = new Map<string, Set<string>>();
      for (const [, who, address] of addresses.filter(([path]) => path === page)) {
        const html = await (await t.get(address, people[who] ?? undefined)).text();
        for (const [id, label] of labelsOf(html)) {
          const path = [within, id.slice(ids.length)].filter(Boolean).join(".");
          if (id.startsWith(ids) && known.has(path)) shown.set(path, (shown.get(path) ?? new Set()).add(label));
        }
      }
      if (shown.size < least) wrong.push(`${page} ${ids}: ${shown.size} fields of ${name}: ${[...shown.keys()]}`);
      for (const [path, labels] of shown) {
        const labelOf = (field: string) => findInput(t.deps.ports.lending().config, field)?.input.label;
        const called = fieldName(path.split("."), { call: name, labelOf })!;
        // A label may end with its unit.
        const isRight = (label: string) => label === called || label.startsWith(`${called}, `) || label === ALSO[path];
        if (![...labels].every(isRight)) {
          wrong.push(`${page}, ${name} ${path}: ${called}, but ${[...labels].join(" or ")}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
  }));
