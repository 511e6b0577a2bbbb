/**
 * A process of its own that uses a database. `acknowledge <url>` inserts into `notes` for ever and prints each number
 * once its write was acknowledged, odd ones by a plain insert and even ones in a transaction; `open <url>` prints
 * "opened", or the sentence that refuses it.
 */
import { sql } from "drizzle-orm";
import { inTransaction, openDatabase } from "../../db/open.ts";

const [verb, url] = Deno.args;
const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

if (verb === "open") {
  try {
    (await openDatabase({ url })).close();
    say("opened");
  } catch (error) {
    say((error as Error).message);
  }
} else {
  const { db } = await openDatabase({ url });
  for (let n = 1;; n++) {
    const insert = sql`insert into notes (text) values (${`note ${n}`})`;
    if (n % 2) await db.run(insert);
    else await inTransaction(db, (tx) => tx.run(insert));
    say(String(n));
  }
}
