/**
 * `deno task drill`: breaks a portal of its own in every way there is, and says what it lost. Ends with 1 where an
 * acknowledged write is lost or doubled, bytes are missing, or a hostile request was answered with 5xx. What `--quick`,
 * `--kills=20`, `--only=kills,hostile`, `--minutes=10` and `--seed=7` do is in docs/performance.md.
 */
import { buildIfStale, stopBuilder } from "../../lib/server/build/build.ts";
import { buildServerIfStale } from "../../lib/server/build/server_bundle.ts";
import { hasLibsqlServer } from "../support/sqld.ts";
import { fillDisk } from "./full_disk.ts";
import { hangMail } from "./hanging_mail.ts";
import { sendHostile } from "./hostile.ts";
import { killApp, killBoth, loseCommits } from "./kills.ts";
import { corruptFiles } from "./faulty_storage.ts";
import { killAmidMoves } from "./moves.ts";
import { Bound, type DrillName, DRILLS, readOptions } from "./options.ts";
import { clickTogether } from "./people.ts";
import { type DrillRow, seedRandom } from "./scene.ts";
import { failedRow, isGood, tableOf } from "./table.ts";

/** Each drill, by its name among the options; null where this machine has not what it needs. */
const RUN: Readonly<Record<DrillName, (bound: Bound) => Promise<DrillRow | null>>> = {
  kills: killApp,
  moves: killAmidMoves,
  both: (bound) => hasLibsqlServer ? killBoth(bound) : Promise.resolve(null),
  commits: (bound) => hasLibsqlServer ? loseCommits(bound) : Promise.resolve(null),
  disk: fillDisk,
  storage: corruptFiles,
  mail: hangMail,
  hostile: sendHostile,
  people: clickTogether,
};

const { counts, minutes, seed } = readOptions(Deno.args);
console.error(`--seed=${seed}`);
seedRandom(seed);
await buildIfStale({ runtime: "preact" });
await buildServerIfStale();
await stopBuilder();
const rows: DrillRow[] = [];
let unable = false;
for (const name of DRILLS) {
  const count = counts[name];
  if (count === 0) continue;
  console.error(`${name}: ${count} …`);
  // What the other drills found is told, too.
  const row = await RUN[name](new Bound(count, minutes)).catch((error) => failedRow(name, error));
  if (row) rows.push(row);
  else {console.error(
      `${name}: this machine cannot: it takes root for a small disk, or a libSQL server for Linux on x86-64.`,
    );}
  unable ||= row === null;
}
console.log(tableOf(rows));
Deno.exit(rows.every(isGood) && !unable ? 0 : 1);
