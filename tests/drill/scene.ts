/** A portal of its own for a drill: made, started as a process, written to, and compared with the book at the end. */
import { readEnv } from "../../lib/server/env.ts";
import { verify } from "../../lib/server/tasks/verify.ts";
import { makeApp, PASSWORD, type TestApp } from "../support/app.ts";
import { chance } from "../support/chance.ts";
import { type ServerProcess, startBuilt } from "../support/server_process.ts";
import { Book, type Losses, lossesOf } from "./book.ts";
import { type People, startWriters, type Writers } from "./writers.ts";

/** What one drill did and found: a line of the table. */
export interface DrillRow extends Losses {
  what: string;
  /** How often the fault happened. */
  rounds: number;
  acknowledged: number;
  /** Writes that were cut or answered with 5xx. */
  unanswered: number;
  seconds: number;
  /** What else was seen. */
  note: string;
}

export type Variables = Record<string, string>;

let fraction: () => number = Math.random;

/**
 * Makes `random` give the numbers of this seed (above 0) from now on; what runs side by side still takes its turns as
 * it comes.
 */
export const seedRandom = (seed: number): void => void (fraction = chance(seed));

/** Whole numbers from 0 up to `below`. */
export const random = (below: number): number => Math.floor(fraction() * below);

/** Opens the portal of these variables in this process, at the machine's own time. */
export async function openPortal(variables: Variables): Promise<TestApp> {
  const t = await makeApp(variables);
  t.advance(Date.now() - t.now());
  return t;
}

async function makePeople(t: TestApp): Promise<void> {
  await t.account({ username: "drillbroker", role: 0 });
  await t.account({ username: "drilladmin", role: 9 });
}

async function signIn(url: string, userName: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ userName, password: PASSWORD }),
  });
  const text = await answer.text();
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  if (answer.status !== 200 || !cookie) throw new Error(`signing in: ${answer.status} ${text}`);
  return cookie;
}

/** A portal that runs as a process, with its writers. */
export interface Scene {
  writers: Writers;
  book: Book;
  server(): ServerProcess;
  /** Kills the process where it stands. */
  kill(): Promise<void>;
  /** Starts it again on what it left, and tells the writers. */
  start(): Promise<void>;
}

/**
 * Runs `fault` on a portal of its own while brokers write to it, then counts what it lost. `rounds` is how often the
 * fault happens, which `fault` answers together with a note.
 */
export async function drill(
  what: string,
  variables: Variables,
  fault: (scene: Scene) => Promise<{ rounds: number; note?: string }>,
): Promise<DrillRow> {
  const begun = performance.now();
  const all = { ...variables, DEVICE_VERIFICATION: "off" };
  const made = await openPortal(all);
  await makePeople(made);
  await made.close();
  let server = await startBuilt(all);
  const book = new Book();
  const kill = async () => {
    try {
      server.child.kill("SIGKILL");
    } catch {
      // It has already ended.
    }
    await server.child.status;
  };
  let writers: Writers | undefined;
  let told: { rounds: number; note?: string };
  try {
    const people: People = {
      broker: await signIn(server.url, "drillbroker"),
      administrator: await signIn(server.url, "drilladmin"),
    };
    const writing = writers = startWriters(server.url, people, book);
    const start = async () => {
      server = await startBuilt(all);
      writing.pointTo(server.url);
    };
    told = await fault({ writers: writing, book, server: () => server, kill, start });
    await writing.progress(1);
  } finally {
    await writers?.stop();
    await kill();
  }
  const t = await openPortal(all);
  try {
    const losses = await lossesOf(book, t);
    const { acknowledged, unanswered } = book;
    return { what, ...told, note: told.note ?? "", acknowledged, unanswered, ...losses, seconds: secondsSince(begun) };
  } finally {
    await t.close();
  }
}

/** Adds to a row what `deno task verify` finds wrong with the portal of these variables. */
export async function verifyFile(row: DrillRow, variables: Variables): Promise<void> {
  const checks = await verify(readEnv((name) => variables[name]));
  row.wrong.push(...checks.flatMap(({ what, problems }) => problems.map((problem) => `${what}: ${problem}`)));
}

export const secondsSince = (begun: number): number => (performance.now() - begun) / 1000;
