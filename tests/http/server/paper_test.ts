/** What a page of the dashboard says on paper, where the menu and the top bar are not. */
import assert from "node:assert/strict";
import { createEmail } from "../../../lib/features/mail/mod.ts";
import { withApp } from "../../support/app.ts";
import { fillEveryPage } from "../../support/every_page.ts";
import { makeLoan } from "../../support/loans.ts";
import { sendTracked } from "../../support/tracking.ts";

Deno.test("printed, a list or a report has its title, the lender, the day and the filters", () =>
  withApp(async (t) => {
    const staff = await t.account({ role: 99 });
    const broker = await t.account({ name: "Priya Raman" });
    const email = await createEmail(t.context(staff), { name: "Rates" });
    await sendTracked(t, { name: "Rates" }, [broker]);
    const { name } = t.deps.ports.site.lender;
    for (
      const [path, title, chosen] of [
        ["/dashboard/loans", "Loans", ". Pending"],
        [
          `/dashboard/loans?status=Funded&type=second&risk=red&q=lee&broker=${broker.id}`,
          "Loans",
          /^\. Funded, Second, Red, (Priya Raman|This broker), “lee”$/,
        ],
        ["/dashboard/brokers", "Brokers", ""],
        ["/dashboard/brokers?type=broker&rating=red&q=lee", "Brokers", ". Broker, rating Red, “lee”"],
        ["/dashboard/servicing?view=maturities", "Servicing", /^\. Maturities, /],
        ["/dashboard/tracking/overview?range=365&machines=shown", "Tracking overview", ". One Year, with machines"],
        ["/dashboard/maploans/settings?id=Rural", "Rural market", ". Never updated"],
        ["/dashboard/emails", "Emails", ". All"],
        ["/dashboard/maploans", "Map of loans", ""],
        ["/dashboard/duepayments", "Payments due", ""],
        [`/dashboard/viewbroker?id=${broker.id}`, "Priya Raman", ""],
        [`/dashboard/viewemail?id=${email.id}`, "Rates", ""],
        ["/dashboard/tracking?q=lee", "Tracking", ". “lee”"],
        ["/dashboard/tracking/1/1?machines=shown", "Rates", ". Email Sent 1, with machines"],
        ["/dashboard/outbox?state=failed", "Outbox", ". Failed"],
        ["/dashboard/settings", "Global Settings", ""],
        ["/dashboard/settings?panel=versions", "Global Settings", ". Versions"],
        ["/dashboard/news?show=unread", "News", ". Unread"],
        ["/dashboard/secondfactor", "Two-step sign-in", `. ${staff.username}`],
      ] as const
    ) {
      const html = await (await t.get(path, staff)).text();
      const heads = html.match(/<header class="paper">.*?<\/header>/g) ?? [];
      assert.equal(heads.length, 1, path);
      const [, lender, heading, words] = /<p>(.*?)<\/p><h2>(.*?)<\/h2><p>(.*?)<\/p>/.exec(heads[0])!;
      assert.deepEqual([lender, heading], [name, title], path);
      const rest = words.replace(/^\d{1,2} [A-Z][a-z]+ \d{4}/, "");
      if (typeof chosen === "string") assert.equal(rest, chosen, path);
      else assert.match(rest, chosen, path);
    }
  }));

Deno.test("printed, every page of the dashboard has one head, a letter its own", () =>
  withApp(async (t) => {
    const { people, addresses } = await fillEveryPage(t);
    const wrong: string[] = [];
    for (const [path, who, address] of addresses) {
      const answer = await t.get(address, people[who] ?? undefined);
      const html = await answer.text();
      const heads = html.match(/<header class="paper">|class="letter(?:"| )/g)?.length ?? 0;
      if (answer.status === 200 && html.includes(' class="app"') && heads !== 1) wrong.push(`${path} ${heads}`);
    }
    assert.deepEqual(wrong, []);
  }));

Deno.test("printed, a loan has the lender and the day above its head, and a broker's the whole head", () =>
  withApp(async (t) => {
    const [staff, broker] = [await t.account({ role: 9 }), await t.account()];
    const { id, clientCode } = await makeLoan(t, { brokerId: broker.id });
    const { name } = t.deps.ports.site.lender;
    const headOf = async (path: string, who: typeof staff) =>
      (await (await t.get(path, who)).text()).match(/<header class="paper">.*?<\/header>/g);
    assert.deepEqual(await headOf(`/dashboard/viewloan?id=${id}`, staff), [
      `<header class="paper"><p>${name}, 20 November 2026</p></header>`,
    ]);
    assert.deepEqual(await headOf(`/dashboard/viewloan/${id}`, broker), [
      `<header class="paper"><p>${name}</p><h2>${clientCode}</h2><p>20 November 2026</p></header>`,
    ]);
  }));
