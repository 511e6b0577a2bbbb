/** Signing in through the calls, as a browser does: with its cookies. */
import type { TestApp } from "./app.ts";
import { PASSWORD } from "./app.ts";

/** A browser's cookies: give it answers and it remembers what they set. */
export class Jar {
  readonly cookies = new Map<string, string>();

  take(answer: Response): Response {
    for (const line of answer.headers.getSetCookie()) {
      const [pair] = line.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === "" || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  get header(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return cookie ? { cookie } : {};
  }

  async post(t: TestApp, path: string, body: unknown): Promise<Response> {
    return this.take(await t.post(path, body, null, this.header));
  }

  async get(t: TestApp, path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.take(await t.get(path, null, { ...this.header, ...headers }));
  }
}

export const login = (t: TestApp, jar: Jar, userName: string, password = PASSWORD): Promise<Response> =>
  jar.post(t, "/api/auth/login", { userName, password });

/** The newest mail of a kind to an address; its code, and the id of its link. */
export async function lastMail(t: TestApp, to: string, kind: string) {
  const mail = (await t.mails(to)).filter((m) => m.kind === kind).at(-1);
  if (!mail) throw new Error(`no ${kind} mail to ${to}`);
  return {
    text: mail.text,
    code: /^(\d{6})$/m.exec(mail.text)?.[1] ?? "",
    id: /\?id=([A-Za-z0-9_-]+)/.exec(mail.text)?.[1] ?? "",
  };
}

/**
 * The shortest of `times` runs of each, in turns, in milliseconds: on a busy machine the shortest is what the work takes,
 * all others are what other work took away. Where they still differ by half, up to five times as many runs are made: a
 * shortest only falls, so noise goes and a real difference stays.
 */
export async function shortest(
  t: TestApp,
  times: number,
  ...runs: ((n: number) => Promise<unknown>)[]
): Promise<number[]> {
  const best = runs.map(() => Infinity);
  const differ = () => Math.max(...best) > 1.5 * Math.min(...best);
  for (let n = 0; n < times || (n < 5 * times && differ()); n++) {
    for (const [i, run] of runs.entries()) {
      await t.deps.mailWorker.drain();
      const started = performance.now();
      await run(n);
      best[i] = Math.min(best[i], performance.now() - started);
    }
  }
  return best;
}
