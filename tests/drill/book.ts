/** What the portal acknowledged during a drill, and what is left of it. */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { auditRows, files, loans, mails } from "../../db/schema/mod.ts";
import { DAY_MS } from "../../lib/domain/dates.ts";
import type { TestApp } from "../support/app.ts";

/** The writes that were answered with 200, and what else was answered. */
export class Book {
  /** Submitted loans, by the address that no other one of the drill has. */
  readonly loans: { id: number; address: string }[] = [];
  /** Uploaded files with the SHA-256 of what was sent, hex. */
  readonly files: { id: string; sha256: string }[] = [];
  /** Writes that were cut, or answered with 5xx: they may be there or not. */
  unanswered = 0;
  /** Refusals of what was right, each a fault. */
  readonly refused: string[] = [];

  get acknowledged(): number {
    return this.loans.length + this.files.length;
  }
}

/** What a drill found wrong; all zero and none where nothing is. */
export interface Losses {
  /** Acknowledged loans and files without a row, and loans without their audit row or mail. */
  lost: number;
  /** Loans, audit rows and mails that are there twice. */
  doubled: number;
  /** Files with a row whose bytes are not there, or are others. */
  missing: number;
  /** Anything else, a sentence each. */
  wrong: string[];
}

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const digestOf = async (body: ReadableStream<Uint8Array>): Promise<string> => sha256(await new Response(body).bytes());

/** Counts per key. */
function counts<K>(keys: Iterable<K>): Map<K, number> {
  const found = new Map<K, number>();
  for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
  return found;
}

type FileLosses = Pick<Losses, "lost" | "missing">;

/** Compares the uploads of the book with the rows and bytes that the portal of `t` has. */
export async function fileLossesOf(book: Book, t: TestApp): Promise<FileLosses> {
  const found: FileLosses = { lost: 0, missing: 0 };
  const rows = new Map((await t.deps.db.select().from(files)).map((row) => [row.id, row.sha256]));
  for (const { id, sha256 } of book.files) if (rows.get(id) !== sha256) found.lost++;
  for (const [id, sha256] of rows) {
    const body = await t.deps.ports.files.open(id);
    if (!body || await digestOf(body) !== sha256) found.missing++;
  }
  return found;
}

/** Compares the book with what the portal of `t` has, once its events are handled. */
export async function lossesOf(book: Book, t: TestApp): Promise<Losses> {
  const { db } = t.deps;
  const found: Losses = { doubled: 0, wrong: [...book.refused], ...await fileLossesOf(book, t) };
  /** Of what must be there once. */
  const once = (times: number) => {
    if (times === 0) found.lost++;
    else found.doubled += times - 1;
  };
  // What failed meanwhile is tried again by then.
  t.advance(DAY_MS);
  await t.mails();
  const loanRows = await db.select({ id: loans.id, address: loans.address }).from(loans);
  const ids = new Map(loanRows.map(({ id, address }) => [id, address]));
  for (const { id, address } of book.loans) if (ids.get(id) !== address) found.lost++;
  for (const times of counts(loanRows.map(({ address }) => address)).values()) once(times);
  const submits = counts(
    (await db.select({ id: auditRows.entityId }).from(auditRows).where(eq(auditRows.action, "loan.submit")))
      .map(({ id }) => Number(id)),
  );
  const received = counts(
    (await db.select({ key: mails.idempotencyKey }).from(mails).where(eq(mails.kind, "loanReceived")))
      .map(({ key }) => key),
  );
  for (const { id } of loanRows) {
    once(submits.get(id) ?? 0);
    once(received.get(`loanReceived:${id}`) ?? 0);
  }
  return found;
}
