/** Commitment and renewal letters: drafts that stay, PDFs that say what the screen said, and a condition to sign. */
import assert from "node:assert/strict";
import { and, asc, eq, isNull } from "drizzle-orm";
import { auditRows, conditions, files, letters, letterSections, loans } from "../../../db/schema/mod.ts";
import type { TestApp } from "../../support/app.ts";
import { upload } from "../../support/files.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { loanScene } from "../../support/loan_scene.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { pdfText } from "../../support/pdf_text.ts";

const scene = loanScene({ ...WHOLE, lastName: "Łukaszewicz", city: "Hamilton, ON" }, {
  conditions: [{ id: 5 }, { id: 11 }],
});

const condition3 = (t: TestApp, loan: TestLoan) =>
  t.deps.db.select().from(conditions).where(and(eq(conditions.loanId, loan.id), eq(conditions.id, 3))).get();
const commitments = (t: TestApp) => t.deps.db.select().from(files).orderBy(asc(files.uploadedAt), asc(files.name));
const nothingMade = async (t: TestApp, loan: TestLoan) => {
  assert.deepEqual(await commitments(t), []);
  assert.equal(await condition3(t, loan), undefined);
  assert.deepEqual(await t.deps.db.select().from(letters), []);
  assert.deepEqual(await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "letter.generate")), []);
};
async function storedFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isDirectory) found.push(...await storedFiles(`${folder}/${entry.name}`));
    else found.push(entry.name);
  }
  return found;
}
const reasonOf = async (answer: Response) => (await answer.json()).reason as string;
const commitmentOf = (loan: TestLoan) => `/api/loans/brokerDownloadCommitment?loanId=${loan.id}`;

scene(
  "a generated commitment is a PDF that says names, amounts and the APR, and its broker can download it",
  async (s) => {
    const { t, broker, admin, loan } = s;
    assert.equal((await t.get(commitmentOf(loan), broker)).status, 404);
    const answer = await sendLetter(t, "generate", loan, admin);
    assert.equal(answer.status, 200);
    const { data } = await answer.json();
    assert.deepEqual([data.revision, data.file.name], [1, `Mortgage commitment ${loan.clientCode}.pdf`]);

    const got = await t.get(commitmentOf(loan), broker);
    assert.equal(got.headers.get("content-type"), "application/pdf");
    const { text, pages } = await pdfText(new Uint8Array(await got.arrayBuffer()));
    assert.ok(pages >= 2 && pages <= 5, `${pages} pages`);
    for (
      const said of [
        "Harbourline Capital",
        "Daniel Łukaszewicz",
        "Priya Raman, Lakeshore Mortgage Group, M10000001",
        "118 Locke Street South, Hamilton, Ontario",
        "$100,000.00",
        "\u2212$4,000.00",
        // Net advance: 100,000 less 5,900 of fees; APR of lending rules 8.
        "Net advance $94,100.00",
        "(APR) 16.90%",
        "4 December 2027",
        `Page 1 of ${pages}`,
      ]
    ) assert.ok(text.includes(said), `${said} is not in: ${text}`);
  },
);

scene(
  "generating adds condition 3 as ready to sign, with an audit row of what was made",
  async ({ t, admin, broker, loan }) => {
    await sendLetter(t, "generate", loan, admin);
    const row = await condition3(t, loan);
    assert.deepEqual([row?.title, row?.position, row?.completed, row?.readyAt], [
      "Executed commitment letter",
      3,
      false,
      t.now(),
    ]);
    const counted = await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get();
    assert.deepEqual([counted?.conditionsTotal, counted?.conditionsDone], [3, 0]);
    const view = await (await t.get(`/dashboard/viewloan/${loan.id}`, broker)).text();
    assert.match(view, /Ready to sign/);
    assert.match(view, /Download Commitment/);

    const [audited] = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "letter.generate"));
    const after = JSON.parse(audited.after ?? "");
    assert.deepEqual([after.kind, after.apr, after.netAdvance], ["commitment", 0.168969, 94_100]);
    assert.equal(after.fileId, (await commitments(t))[0].id);
  },
);

scene(
  "a new letter replaces the old one, which stays, and asks for a new signature",
  async ({ t, admin, broker, loan }) => {
    await sendLetter(t, "generate", loan, admin);
    const signed = await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 3 }, broker);
    assert.equal(signed.status, 200);
    assert.equal((await condition3(t, loan))?.completed, true);
    assert.equal((await t.get(`/dashboard/viewCommitment/${loan.id}`, admin)).status, 200);

    t.advance(60_000);
    const again = await sendLetter(t, "generate", loan, admin, { revision: 1 });
    assert.equal(again.status, 200);
    const row = await condition3(t, loan);
    assert.deepEqual([row?.completed, row?.fileId, row?.readyAt], [false, null, t.now()]);
    const all = await commitments(t);
    assert.equal(all.length, 3);
    assert.equal(all.filter(({ replacedBy }) => replacedBy === null).length, 1);
    const { data: { file } } = await again.json();
    assert.equal(all.find(({ replacedBy }) => replacedBy === null)?.id, file.id);
    const old = all.find(({ uploadedBy }) => uploadedBy === broker.id)!;
    assert.equal(old.replacedBy, file.id);
    assert.equal((await t.get(`/api/loans/getfile?id=${old.id}&new=false&type=commitment`, admin)).status, 200);
    const counted = await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get();
    assert.deepEqual([counted?.conditionsTotal, counted?.conditionsDone], [3, 0]);
  },
);

scene("a new letter's signature is neither accepted nor sent back by what was said of the old one's", async (s) => {
  const { t, admin, broker, loan } = s;
  const downloaded = async () => (await t.get(commitmentOf(loan), broker)).headers.get("content-disposition") ?? "";
  for (const [revision, review] of [{ accept: false, reason: "Page 2 is not signed." }, { accept: true }].entries()) {
    await sendLetter(t, "generate", loan, admin, { revision });
    await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 3 }, broker);
    const said = await t.post(
      "/api/loans/reviewbrokercondition",
      { loanId: loan.id, conditionId: 3, ...review },
      admin,
    );
    assert.equal(said.status, 200);
    assert.match(await downloaded(), /Mortgage(%20| )commitment/, "the letter to sign, not the copy that came back");
    t.advance(60_000);
    assert.equal((await sendLetter(t, "generate", loan, admin, { revision: revision + 1 })).status, 200);
    const { acceptedAt, acceptedBy, returnedAt, returnReason } = (await condition3(t, loan))!;
    assert.deepEqual({ acceptedAt, acceptedBy, returnedAt, returnReason }, {
      acceptedAt: null,
      acceptedBy: null,
      returnedAt: null,
      returnReason: "",
    });
  }
});

scene(
  "edited text is kept, shown again and printed; text that is the loan's own is not kept",
  async ({ t, admin, loan }) => {
    const sections = [
      { id: "duties", text: "The borrower mends the roof by spring.\n\n- And the gutter", basis: "x" },
      { id: "default", text: "Terms that nobody would sign.", basis: "y" },
    ];
    const saved = await sendLetter(t, "save", loan, admin, { sections });
    assert.deepEqual(await saved.json(), { response: true, data: { revision: 1 } });
    const page = await (await t.get(`/dashboard/viewCommitment/${loan.id}`, admin)).text();
    assert.match(page, /mends the roof by spring/);
    const made = await sendLetter(t, "generate", loan, admin, { revision: 1, sections: sections.slice(0, 1) });
    assert.equal(made.status, 200);
    assert.equal((await t.deps.db.select().from(letterSections)).length, 1);
    const [file] = await commitments(t);
    const bytes = await new Response(await t.deps.ports.files.open(file.id)).bytes();
    const { text } = await pdfText(bytes);
    assert.match(text, /mends the roof by spring\./);
    assert.doesNotMatch(text, /nobody would sign/);
  },
);

scene("only staff make and see letters, of loans that exist", async ({ t, admin, broker, stranger, loan }) => {
  for (const who of [broker, stranger]) {
    assert.equal((await sendLetter(t, "generate", loan, who)).status, 403);
    assert.equal((await sendLetter(t, "save", loan, who)).status, 403);
    for (const path of ["viewCommitment", "viewRenewal"]) {
      assert.equal((await t.get(`/dashboard/${path}/${loan.id}`, who)).status, 302);
    }
  }
  assert.equal((await sendLetter(t, "generate", loan, null)).status, 401);
  const unknown = { ...loan, id: 999 };
  assert.equal((await sendLetter(t, "generate", unknown, admin)).status, 404);
  for (const path of ["viewCommitment/999", "viewRenewal/999", "viewCommitment/x", "viewRenewal/0"]) {
    const page = await t.get(`/dashboard/${path}`, admin);
    assert.equal(page.status, 404);
    assert.match(await page.text(), /Page Not Found!/);
  }
  await nothingMade(t, loan);
});

scene(
  "a loan or a letter that changed since it was opened is refused, and nothing is made",
  async ({ t, admin, loan }) => {
    const stale = await sendLetter(t, "generate", loan, admin, { updatedAt: loan.updatedAt - 1 });
    assert.equal(stale.status, 409);
    assert.match(await reasonOf(stale), /^Somebody changed this loan on 20 Nov 2026/);
    await nothingMade(t, loan);
    await sendLetter(t, "save", loan, admin);
    for (const what of ["save", "generate"] as const) {
      const late = await sendLetter(t, what, loan, admin, { terms: { ...LETTER_TERMS, retainer: 501 } });
      assert.equal(late.status, 409);
      assert.match(await reasonOf(late), /^You changed this letter in another window on 20 Nov 2026, 12:00/);
    }
    assert.deepEqual(await commitments(t), []);
  },
);

scene("of letters generated at once one is made, and the others leave nothing behind", async ({ t, admin, loan }) => {
  const answers = await Promise.all(
    Array.from(
      { length: 4 },
      (_, i) => sendLetter(t, "generate", loan, admin, { terms: { ...LETTER_TERMS, retainer: i } }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409]);
  const all = await commitments(t);
  assert.deepEqual([all.length, all[0].replacedBy], [1, null]);
  const kept = await storedFiles(`${t.env.dataDir}/files`);
  assert.equal(kept.length, 1, kept.join());
  assert.equal((await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "letter.generate"))).length, 1);
});

scene("gaps, a rate above the ceiling and characters without a glyph are refused with the reason", async (s) => {
  const { t, admin, loan } = s;
  const gap = await sendLetter(t, "generate", loan, admin, { terms: { ...LETTER_TERMS, expiresOn: "" } });
  assert.deepEqual([gap.status, await reasonOf(gap)], [422, "Not set: expiry of the offer."]);
  // (10,000 + 5,000 + 17,000) / 78,000
  const dear = await sendLetter(t, "generate", loan, admin, {
    terms: { ...LETTER_TERMS, retainer: 17_000, otherFees: 0 },
  });
  assert.deepEqual([dear.status, await reasonOf(dear)], [
    422,
    "These terms cost 41.03% a year, fees included; the legal ceiling is 35%. " +
    "At $100,000 for 12 months the ceiling leaves $18,518 for fees.",
  ]);
  for (const bad of ["\u202Etxet sdrawkcab", "مرحبا", "paid 💰", "名前"]) {
    const answer = await sendLetter(t, "generate", loan, admin, { sections: [{ id: "duties", text: bad, basis: "" }] });
    assert.equal(answer.status, 422, bad);
    assert.match(await reasonOf(answer), /cannot be printed/);
  }
  await nothingMade(t, loan);
});

scene("markup is printed as it stands, and ten thousand characters flow over pages", async ({ t, admin, loan }) => {
  const long = "All work and no play. ".repeat(460).trim().slice(0, 9_900);
  const sections = [
    { id: "duties", text: '<script>alert(1)</script> & "quotes" {braces} \\ %d', basis: "" },
    { id: "default", text: `${long} The very end.`, basis: "" },
    { id: "advice", text: "x".repeat(9_000), basis: "" },
  ];
  const made = await sendLetter(t, "generate", loan, admin, { sections });
  assert.equal(made.status, 200);
  const [file] = await commitments(t);
  const { text, pages } = await pdfText(await new Response(await t.deps.ports.files.open(file.id)).bytes());
  assert.ok(text.includes('<script>alert(1)</script> & "quotes" {braces} \\ %d'));
  assert.ok(text.includes("The very end."));
  assert.ok(pages >= 6, `${pages} pages`);
  const page = await (await t.get(`/dashboard/viewCommitment/${loan.id}`, admin)).text();
  assert.doesNotMatch(page, /<script>alert/);
  const tooLong = await sendLetter(t, "save", loan, admin, {
    revision: 1,
    sections: [{ id: "duties", text: "x".repeat(10_001), basis: "" }],
  });
  assert.equal(tooLong.status, 422);
});

scene("what a letter does not have is refused", async ({ t, admin, loan }) => {
  const wrong: Record<string, unknown>[] = [
    { kind: "mortgage" },
    { sections: [{ id: "nowhere", text: "x", basis: "" }] },
    { sections: [{ id: "duties", text: "x", basis: "" }, { id: "duties", text: "y", basis: "" }] },
    { terms: { ...LETTER_TERMS, expiresOn: "2026-02-30" } },
    { terms: { ...LETTER_TERMS, retainer: -5 } },
    { terms: { ...LETTER_TERMS, rate: 2 } },
    { terms: { ...LETTER_TERMS, term: "5 years" } },
    { revision: -1 },
  ];
  for (const more of wrong) {
    assert.equal((await sendLetter(t, "save", loan, admin, more)).status, 422, JSON.stringify(more));
  }
  await nothingMade(t, loan);
});

scene("a renewal of a funded loan is made from its own terms", async ({ t, admin, broker, loan }) => {
  const terms = { ...LETTER_TERMS, retainer: null, otherFees: null, rate: 0.1, term: "1 year", fee: 5900 };
  const early = await sendLetter(t, "generate", loan, admin, { kind: "renewal", terms });
  assert.match(await reasonOf(early), /not funded/);
  const funded = await makeLoan(t, {
    ...WHOLE,
    brokerId: broker.id,
    adminComSelect: "Funded",
    dateFunded: "2025-12-04",
    everFunded: 1,
  });
  const made = await sendLetter(t, "generate", funded, admin, { kind: "renewal", terms });
  assert.equal(made.status, 200);
  const file = await t.deps.db.select().from(files).where(and(eq(files.loanId, funded.id), isNull(files.replacedBy)))
    .get();
  assert.equal(file?.name, `Mortgage renewal agreement ${funded.clientCode}.pdf`);
  const { text } = await pdfText(await new Response(await t.deps.ports.files.open(file!.id)).bytes());
  // 5,900 in cash on 100,000 at 10% for a year: 15.90% (lending rules 8).
  for (const said of ["Balance renewed $100,000.00", "(APR) 15.90%", "New maturity 4 December 2027"]) {
    assert.ok(text.includes(said), `${said} is not in: ${text}`);
  }
});
