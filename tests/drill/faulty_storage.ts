/**
 * Drill of a storage that fails or lies: it keeps other bytes than it was given, none, or takes them and says that it
 * failed.
 */
import type { FileStore } from "../../lib/domain/ports.ts";
import { upload } from "../support/files.ts";
import { makeLoan } from "../support/loans.ts";
import { Book, fileLossesOf, sha256 } from "./book.ts";
import type { Bound } from "./options.ts";
import { type DrillRow, openPortal, secondsSince } from "./scene.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** What a storage answers in place of the bytes that it was given. */
const LIES: readonly ((bytes: Bytes) => Bytes | null)[] = [
  (bytes) => bytes.with(bytes.length - 1, bytes[bytes.length - 1] ^ 1) as Bytes,
  (bytes) => bytes.subarray(0, bytes.length - 1),
  (bytes) => new Uint8Array([...bytes, 0]),
  () => new Uint8Array(),
  () => null,
];

/** How a storage fails at a write. */
const FAILURES: readonly ((store: FileStore, id: string, path: string) => Promise<void>)[] = [
  () => Promise.reject(new Error("no space left on device")),
  async (store, id, path) => {
    await store.putFile(id, path);
    throw new Error("the connection was closed before an answer");
  },
];

const bytesOf = (n: number): Bytes => {
  const bytes = new Uint8Array(100_000 + n);
  bytes.set(new TextEncoder().encode(`%PDF-1.4\n%${crypto.randomUUID()}\n`));
  return bytes;
};

/**
 * Uploads files, half of them while the storage fails, then reads each with every lie. A lie that reaches somebody
 * whole is wrong.
 */
export async function corruptFiles(bound: Bound): Promise<DrillRow> {
  const begun = performance.now(), book = new Book();
  const t = await openPortal({});
  try {
    const admin = await t.account({ role: 9 });
    const loan = await makeLoan(t, { brokerId: (await t.account()).id });
    const real = t.deps.ports.files;
    const uploadOne = async (n: number) => {
      const bytes = bytesOf(n);
      const answer = await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id }, admin, { bytes });
      const text = await answer.text();
      if (answer.status === 200) book.files.push({ id: JSON.parse(text).data.id, sha256: sha256(bytes) });
      else if (answer.status >= 500) book.unanswered++;
      else book.refused.push(`upload: ${answer.status} ${text.slice(0, 200)}`);
    };
    let files = 0;
    for (; bound.goesOn(files); files++) {
      await uploadOne(files);
      const failing = files % FAILURES.length;
      t.deps.ports.files = { ...real, putFile: (id, path) => FAILURES[failing](real, id, path) };
      await uploadOne(files);
      t.deps.ports.files = real;
    }
    const read = async (id: string): Promise<string | null> => {
      try {
        const answer = await t.get(`/api/loans/getotherfile?id=${id}&loanId=${loan.id}`, admin);
        const bytes = await answer.bytes();
        return answer.status === 200 ? sha256(bytes) : null;
      } catch {
        // Cut before its end, as it should be.
        return null;
      }
    };
    let lies = 0;
    for (const { id, sha256: right } of book.files) {
      const bytes = await new Response(await real.open(id)).bytes() as Bytes;
      for (const lie of LIES) {
        const told = lie(bytes);
        t.deps.ports.files = { ...real, open: () => Promise.resolve(told && ReadableStream.from([told])) };
        if (await read(id) !== null) book.refused.push(`${id}: other bytes were handed over whole`);
        lies++;
      }
      t.deps.ports.files = real;
      if (await read(id) !== right) book.refused.push(`${id}: not the bytes that were uploaded`);
    }
    const { acknowledged, unanswered, refused: wrong } = book;
    return {
      what: "Storage fails and lies",
      rounds: files + lies,
      acknowledged,
      unanswered,
      doubled: 0,
      wrong,
      ...await fileLossesOf(book, t),
      seconds: secondsSince(begun),
      note: `${lies} wrong answers, none handed over whole`,
    };
  } finally {
    await t.close();
  }
}
