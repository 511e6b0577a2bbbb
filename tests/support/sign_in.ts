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

/** How often a request did slow work: hashed or verified a password, rendered a mail, opened a transaction. */
interface SlowWork {
  hashes: number;
  checks: number;
  mails: number;
  transactions: number;
}

/**
 * Counts the slow work of `run` and of the consumers of its events. Two requests of equal work take equally long on any
 * machine, however busy; the benchmark measures the times themselves.
 */
export async function slowWork(t: TestApp, run: () => Promise<unknown>): Promise<SlowWork> {
  await t.deps.mailWorker.stop();
  const work: SlowWork = { hashes: 0, checks: 0, mails: 0, transactions: 0 };
  const { ports, db } = t.deps;
  const { passwords, mail } = ports;
  const transaction = db.$client.transaction;
  ports.passwords = {
    hash: (password) => (work.hashes++, passwords.hash(password)),
    verify: (hash, password) => (work.checks++, passwords.verify(hash, password)),
  };
  ports.mail = { ...mail, render: (text) => (work.mails++, mail.render(text)) };
  db.$client.transaction = (...mode: []) => (work.transactions++, transaction.apply(db.$client, mode));
  try {
    await run();
    await t.mails();
  } finally {
    Object.assign(ports, { passwords, mail });
    db.$client.transaction = transaction;
  }
  return work;
}
