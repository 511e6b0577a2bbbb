/**
 * Manage Conditions as a broker's home: what waits for them first, closed loans folded, everything outstanding beside
 * it.
 */
import assert from "node:assert/strict";
import { conditions, loans } from "../../../db/schema/mod.ts";
import { eq } from "drizzle-orm";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { type LoanFields, type LoanParts, makeLoan } from "../../support/loans.ts";

const LENDERS_OWN = 4, BINDER = 11, ILA = 5;

const html = async (t: TestApp, as: TestAccount, path: string) =>
  (await (await t.get(path, as)).text()).replace(/<!--.*?-->/g, "");
const list = (text: string) => text.slice(text.indexOf('class="pane-list'), text.length);
const names = (text: string) => [...list(text).matchAll(/viewloan\/\d+[^"]*"[^>]*><b>([^<]*)</g)].map((m) => m[1]);
const side = (text: string) =>
  /<section class="pane-detail.*?<\/section><\/div><\/is-land>|<section class="pane-detail.*/s.exec(text)![0];

async function scene(t: TestApp) {
  const broker = await t.account({ name: "Priya Raman" });
  const other = await t.account({ name: "Marc Desjardins" });
  const loan = (lastName: string, fields: LoanFields, list: LoanParts["conditions"]) =>
    makeLoan(t, { brokerId: broker.id, firstName: "", lastName, ...fields }, { conditions: list });
  const later = await loan("Later", { estClosingDate: "2027-03-01" }, [{ id: BINDER }, { id: LENDERS_OWN }]);
  const sooner = await loan("Sooner", { estClosingDate: "2027-02-01" }, [{ id: ILA, completed: true }, { id: BINDER }]);
  await loan("Ours", {}, [{ id: LENDERS_OWN }, { id: ILA, completed: true }]);
  await loan("Bare", {}, []);
  await loan("Repaid", { adminComSelect: "Repaid" }, [{ id: BINDER }]);
  const declined = await loan("Declined", { adminComSelect: "Declined" }, []);
  await makeLoan(t, { brokerId: other.id, lastName: "Foreign" }, { conditions: [{ id: BINDER }] });
  return { broker, other, later, sooner, declined };
}

Deno.test("loans that wait for the broker come first, closed ones are folded", () =>
  withApp(async (t) => {
    const { broker, declined, later } = await scene(t);
    const page = await html(t, broker, "/dashboard/loans");
    assert.deepEqual(names(page), ["Sooner", "Later", "Bare", "Ours", "Declined", "Repaid"]);
    const fold = /<details[^>]*>.*?<\/details>/s.exec(page)![0];
    assert.doesNotMatch(fold, /<details[^>]* open/);
    assert.match(fold, /<h2>Closed<\/h2><span>2<\/span>/);
    assert.deepEqual(names(`class="pane-list${fold}`), ["Declined", "Repaid"]);
    const found = await html(t, broker, "/dashboard/loans?q=Declined");
    assert.match(found, /<details[^>]* open/, "what was searched for is in sight");
    // Both lists of what waits begin with the loan that closes next, whichever came in first.
    await t.deps.db.update(loans).set({ estClosingDate: "2027-01-01" }).where(eq(loans.id, later.id));
    const turned = await html(t, broker, "/dashboard/loans");
    assert.deepEqual(names(turned).slice(0, 3), ["Later", "Sooner", "Bare"]);
    assert.match(side(turned), />Later<[^]*>Sooner</);
    const opened = await html(t, broker, `/dashboard/viewloan/${declined.id}`);
    assert.match(opened, /<details class="fold plain" open/, "the open loan is in sight");
  }));

Deno.test("a loan without conditions is neither completed nor open", () =>
  withApp(async (t) => {
    const { broker } = await scene(t);
    const page = await html(t, broker, "/dashboard/loans");
    assert.match(page, />No conditions yet</);
    assert.match(page, /<dt>No conditions<\/dt><dd>2</);
    assert.deepEqual(names(await html(t, broker, "/dashboard/loans?show=completed")), []);
    const open = names(await html(t, broker, "/dashboard/loans?show=notCompleted"));
    assert.deepEqual(open, ["Sooner", "Later", "Ours", "Repaid"]);
    assert.match(page, /<dt>Not Completed<\/dt><dd>4</);
  }));

Deno.test("open conditions of all the broker's loans stand beside the list, without the lender's own", () =>
  withApp(async (t) => {
    const { broker, other, later, sooner } = await scene(t);
    const text = side(await html(t, broker, "/dashboard/loans"));
    assert.match(text, /2 to do on 2 loans/);
    assert.match(text, /, closing 1 Feb 2027, in 73 days</);
    assert.match(text, /<progress max="4" value="1" aria-label="1 of 4 completed"/);
    assert.ok(
      text.indexOf(`outstanding-${sooner.id}`) < text.indexOf(`outstanding-${later.id}`),
      "the next to close first",
    );
    assert.equal(text.match(/data-condition="11"/g)?.length, 2);
    assert.equal(text.match(/type="file"/g)?.length, 2, "each can be uploaded there");
    assert.doesNotMatch(text, /retainer|ILA contact|Foreign/);
    assert.doesNotMatch(side(await html(t, other, "/dashboard/loans")), /Sooner|Later/);
    await t.deps.db.update(loans).set({ estClosingDate: "2026-07-29" }).where(eq(loans.id, later.id));
    assert.match(await html(t, broker, "/dashboard/loans"), /, closing was 29 Jul 2026, 114 days ago</);
    assert.match(await html(t, broker, `/dashboard/viewloan/${later.id}`), /Closing was 29 Jul 2026, 114 days ago\. /);
    const as = async (state: Partial<typeof loans.$inferInsert>) => {
      await t.deps.db.update(loans).set(state).where(eq(loans.id, later.id));
      return await html(t, broker, `/dashboard/viewloan/${later.id}`);
    };
    const funded = await as({ adminComSelect: "Funded", dateFunded: "2026-08-03" });
    assert.match(funded, /Funded 3 Aug 2026\. /, "nothing was missed");
    assert.doesNotMatch(funded, /Closing was/);
    assert.match(await as({ adminComSelect: "Repaid" }), /Funded 3 Aug 2026\. /);
    assert.doesNotMatch(await as({ adminComSelect: "Declined", dateFunded: "" }), /Closing was|Funded/);
    await as({ adminComSelect: "NA" });
    await t.deps.db.update(conditions).set({ completed: true }).where(eq(conditions.id, BINDER));
    assert.match(await html(t, broker, "/dashboard/loans?q=x"), /Nothing is waiting for you/);
  }));

Deno.test("search and list come before what is outstanding, and a link leads a phone there", () =>
  withApp(async (t) => {
    const { broker } = await scene(t);
    const page = await html(t, broker, "/dashboard/loans");
    const places = ["what-waits", "Search by client", ">Waiting for you<", 'class="pane-detail', 'type="file"'];
    const found = places.map((one) => page.indexOf(one));
    assert.ok(!found.includes(-1));
    assert.deepEqual(found, found.toSorted((a, b) => a - b), "loans specification 2.1: in the order as seen");
    assert.match(page, /<a class="link" href="#to-do">2 to do on 2 loans<\/a>/);
    assert.match(page, /<section class="pane-detail[^>]* id="to-do"/);
  }));

Deno.test("the link back from a loan leads to the list as it was filtered", () =>
  withApp(async (t) => {
    const { broker, sooner } = await scene(t);
    const page = await html(t, broker, "/dashboard/loans?q=oo&show=notCompleted".replace("q=oo", "q=Soon"));
    const [, href] = /href="(\/dashboard\/viewloan\/[^"]*)"[^>]*><b>Sooner/.exec(list(page))!;
    assert.equal(href, `/dashboard/viewloan/${sooner.id}?q=Soon&amp;show=notCompleted`);
    const loan = await html(t, broker, href.replaceAll("&amp;", "&"));
    assert.match(loan, /href="\/dashboard\/loans\?q=Soon&amp;show=notCompleted"[^>]*>.*?All loans/);
    assert.deepEqual(names(loan), ["Sooner"], "the list beside the loan is the same");
    assert.match(side(page), new RegExp(`href="${href.replace("?", "\\?")}"`), "and from what is outstanding");
  }));

Deno.test("a loan's to-do list leaves out the lender's own conditions", () =>
  withApp(async (t) => {
    const { broker, later } = await scene(t);
    const page = await html(t, broker, `/dashboard/viewloan/${later.id}`);
    const toDo = /<h3 class="subheading">To do<\/h3><ul.*?<\/ul>/s.exec(page)![0];
    assert.match(toDo, /Insurance binder/);
    assert.doesNotMatch(toDo, /retainer/);
    assert.match(page, /<h3 class="subheading">We complete<\/h3><ul.*?Non-refundable retainer/s);
  }));

Deno.test("Replace beside an accepted paper is a plain link", () =>
  withApp(async (t) => {
    const broker = await t.account();
    const loan = await makeLoan(t, { brokerId: broker.id }, {
      conditions: [{ id: BINDER, completed: true }, { id: 12, completed: true }],
    });
    await t.deps.db.update(conditions).set({ acceptedAt: t.now() }).where(eq(conditions.id, BINDER));
    const page = await html(t, broker, `/dashboard/viewloan/${loan.id}`);
    const label = (id: number) => new RegExp(`data-condition="${id}".*?<label class="([^"]*)"`, "s").exec(page)![1];
    assert.equal(label(BINDER), "link small file-button");
    assert.equal(label(12), "btn bare slim file-button");
  }));
