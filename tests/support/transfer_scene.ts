/** Two funded loans whose payments are collected by file, and a participant who is credited of one. */
import assert from "node:assert/strict";
import { dateInToronto, DAY_MS } from "../../lib/domain/dates.ts";
import { getTransferFile, getTransfers } from "../../lib/features/servicing/mod.ts";
import { type TestAccount, type TestApp, withApp } from "./app.ts";
import { WHOLE } from "./letters.ts";
import { makeLoan, type TestLoan } from "./loans.ts";

const ACCOUNT = { institution: "003", transit: "00123", account: "9876543", agreedOn: "2026-11-20" };

/** $833.33 a month each, due first on 20 December 2026; Elm Trust holds half of the first. */
export class TransferScene {
  constructor(readonly t: TestApp, readonly admin: TestAccount, readonly loans: TestLoan[]) {}

  async call(name: string, body: object, status = 200) {
    const answer = await this.t.post(`/api/loans/${name}`, body, this.admin);
    const said = await answer.json();
    assert.equal(answer.status, status, JSON.stringify(said));
    return said;
  }
  async until(day: string) {
    while (dateInToronto(this.t.now()) < day) this.t.advance(DAY_MS);
    await this.t.signInAgain(this.admin);
    await this.t.runJobs();
  }
  plan(day: string, kind: "debit" | "credit" = "debit", month = "", arrears = false) {
    return getTransfers(this.t.context(this.admin), { kind, day, month, arrears });
  }
  /** A file of all that the plan holds. */
  async make(day: string, kind: "debit" | "credit" = "debit", month = "", arrears = false): Promise<number> {
    const { rows } = await this.plan(day, kind, month, arrears);
    return (await this.call("maketransfers", { kind, day, month, arrears, rows })).data.id;
  }
  /** The same, downloaded and marked as sent. */
  async send(day: string, kind: "debit" | "credit" = "debit", month = ""): Promise<number> {
    const id = await this.make(day, kind, month);
    assert.equal((await this.t.get(`/api/loans/downloadtransfers?id=${id}&as=csv`, this.admin)).status, 200);
    await this.call("sendtransfers", { id });
    return id;
  }
  file(id: number) {
    return getTransferFile(this.t.context(this.admin), { id });
  }
  async page(path: string): Promise<string> {
    const answer = await this.t.get(path, this.admin);
    assert.equal(answer.status, 200, path);
    return await answer.text();
  }
}

/** What an application needs to keep bank details. */
export const TRANSFER_ENV = { BANK_DETAILS_KEY: btoa("k".repeat(32)) };

/** Makes the scene, on 20 November 2026. */
export async function openTransferScene(t: TestApp): Promise<TransferScene> {
  const admin = await t.account({ name: "Helen Voss", role: 9 });
  const loans = [
    await makeLoan(t, { ...WHOLE, lastName: "Smithers" }),
    await makeLoan(t, { ...WHOLE, lastName: "Zimmer" }),
  ];
  const s = new TransferScene(t, admin, loans);
  for (const { id: loanId } of loans) {
    await s.call("updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
    await s.call("savebankdetails", { loanId, ...ACCOUNT, holder: "Somebody" });
  }
  const participants = [{ name: "Elm Trust", amount: 50_000 }];
  await s.call("saveparticipants", { loanId: loans[0].id, participants, from: "2026-11-20" });
  await s.call("savebankdetails", { participant: "Elm Trust", ...ACCOUNT, holder: "Elm Trust" });
  return s;
}

/** A test with such a scene. */
export const transferScene = (name: string, run: (s: TransferScene) => Promise<void>): void =>
  Deno.test(name, () => withApp(async (t) => await run(await openTransferScene(t)), TRANSFER_ENV));
