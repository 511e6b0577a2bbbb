/**
 * Median milliseconds of the account calls for addresses and names that exist and that do not, in turns, in one
 * process. A person who can tell the two apart by time could list who has an account. Part of `deno task bench`.
 */
import { makeApp, type TestAccount } from "../support/app.ts";
import { Jar, login } from "../support/sign_in.ts";

const TURNS = 40;
const t = await makeApp();
await t.deps.mailWorker.stop();

/** One person a turn, so that nobody meets a limit. */
const people: TestAccount[] = [];
for (let n = 0; n < TURNS; n++) people.push(await t.account());

const recover = (email: string) => t.post("/api/auth/recoverAccount", { email });
const register = (n: string, email: string) =>
  t.post("/api/auth/registerAccount", {
    name: "Ann Lee",
    email,
    license: "M12345678",
    username: `nobody${n}`,
    password: "Harbour26",
    confirmPassword: "Harbour26",
  });

const CASES: Record<string, Record<string, (n: number) => Promise<Response>>> = {
  login: {
    "wrong password": (n) => login(t, new Jar(), people[n].username, "Wrong1Horse"),
    "unknown name": (n) => login(t, new Jar(), `nobody${n}`, "Wrong1Horse"),
  },
  recoverAccount: {
    "has an account": (n) => recover(people[n].email),
    "unknown": (n) => recover(`nobody${n}@example.com`),
  },
  registerAccount: {
    "has an account": (n) => register(`a${n}`, people[n].email),
    "unknown": (n) => register(`b${n}`, `new${n}@example.com`),
  },
};

console.log("\nAccount calls, median milliseconds");
for (const [call, cases] of Object.entries(CASES)) {
  const times: Record<string, number[]> = {};
  for (let n = 0; n < TURNS; n++) {
    t.advance(3600_000);
    for (const [name, run] of Object.entries(cases)) {
      const started = performance.now();
      await (await run(n)).body?.cancel();
      (times[name] ??= []).push(performance.now() - started);
    }
  }
  const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1].toFixed(2);
  console.log(
    `  ${call.padEnd(16)} ${Object.entries(times).map(([name, list]) => `${name} ${median(list)}`).join(", ")}`,
  );
}
await t.close();
