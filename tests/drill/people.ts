/** Load: brokers and administrators who click through the portal as people do, with a pause between two pages. */
import { setTimeout as delay } from "node:timers/promises";
import { ROLE } from "../../lib/domain/permissions.ts";
import { withFolder } from "../support/folder.ts";
import { makeLoan } from "../support/loans.ts";
import { type ServerProcess, startBuilt } from "../support/server_process.ts";
import type { Bound } from "./options.ts";
import { type DrillRow, openPortal, random, secondsSince } from "./scene.ts";
import { pick } from "./hostile_values.ts";

/** Milliseconds between an answer and the next click: this, and up to as much again. */
const PAUSE_MS = 2500;
const LOANS = 200;

interface Person {
  cookie: string;
  pages: string[];
}

const BROKERS_PAGES = [
  "/dashboard/loans",
  "/dashboard/submitloan",
  "/dashboard/news",
  "/dashboard/accountsettings",
  "/",
];
const STAFF_PAGES = [
  ...["?status=NA", "?status=Funded", "?q=Smithers", "?status=NA&sort=type"].map((query) => `/dashboard/loans${query}`),
  ...["/dashboard/overview", "/dashboard/brokers", "/dashboard/servicing", "/dashboard/tracking"],
];

/** A portal of 200 loans, and its people: one in ten is staff. */
async function makePeople(folder: string, count: number): Promise<Person[]> {
  const t = await openPortal({ DATA_DIR: folder });
  try {
    const people: Person[] = [], ids: number[] = [];
    const accounts = [];
    for (let n = 0; n < count; n++) {
      accounts.push(await t.account({ role: n % 10 === 0 ? ROLE.administrator : ROLE.broker }));
    }
    for (let n = 0; n < LOANS; n++) {
      const loan = await makeLoan(t, {
        brokerId: accounts[n % count].id,
        address: `${n} Locke Street`,
        adminComSelect: n % 3 ? "NA" : "Funded",
      });
      ids.push(loan.id);
    }
    for (const [n, { role, cookie }] of accounts.entries()) {
      const own = ids.filter((_, i) => i % count === n).map((id) => `/dashboard/viewloan/${id}`);
      const all = ids.slice(0, 20).map((id) => `/dashboard/viewloan?id=${id}`);
      people.push({ cookie, pages: role === ROLE.broker ? [...BROKERS_PAGES, ...own] : [...STAFF_PAGES, ...all] });
    }
    return people;
  } finally {
    await t.close();
  }
}

/**
 * One person opens pages until `goesOn` is false: the milliseconds of each answer go to `times`, and every answer but a
 * whole page to `wrong`.
 */
export async function clickOn(
  { cookie, pages }: Person,
  server: Pick<ServerProcess, "url">,
  goesOn: () => boolean,
  times: number[],
  wrong: string[],
  pauseMs = PAUSE_MS,
): Promise<void> {
  await delay(random(pauseMs));
  while (goesOn()) {
    const page = pick(pages), asked = performance.now();
    try {
      const answer = await fetch(server.url + page, { headers: { cookie }, redirect: "manual" });
      const isWhole = (await answer.text()).endsWith("</html>");
      if (answer.status !== 200 || !isWhole) wrong.push(`${page}: ${answer.status}${isWhole ? "" : ", no whole page"}`);
      times.push(performance.now() - asked);
    } catch (error) {
      wrong.push(`${page}: ${error}`);
    }
    await delay(pauseMs + random(pauseMs));
  }
}

/** `count` people click until the minutes are over. Each answer that is not a whole page is wrong. */
export async function clickTogether(bound: Bound): Promise<DrillRow> {
  const begun = performance.now(), times: number[] = [], wrong: string[] = [];
  let pace = "";
  await withFolder(async (folder) => {
    const people = await makePeople(folder, bound.count);
    const server = await startBuilt({ DATA_DIR: folder });
    try {
      const clicking = performance.now();
      await Promise.all(people.map((one) => clickOn(one, server, () => bound.goesOn(0), times, wrong)));
      const seconds = secondsSince(clicking);
      pace = `${(times.length / seconds).toFixed(0)} pages a second`;
    } finally {
      await server.stop();
    }
  });
  times.sort((a, b) => a - b);
  const at = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? 0);
  return {
    what: `${bound.count} people clicking`,
    rounds: times.length,
    acknowledged: 0,
    unanswered: 0,
    ...{ lost: 0, doubled: 0, missing: 0 },
    wrong,
    seconds: secondsSince(begun),
    note: `${pace}; half within ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms`,
  };
}
