/** Brokers who submit loans and upload files without pause, over HTTP, and put down what was acknowledged. */
import { setTimeout as delay } from "node:timers/promises";
import { APPLICATION } from "../support/application.ts";
import { until } from "../support/until.ts";
import { type Book, sha256 } from "./book.ts";

/** A signed-in browser that submits loans, and one that adds files to them. */
export interface People {
  broker: string;
  administrator: string;
}

export interface Writers {
  /** Where the portal is from now on; a portal that starts again has another port. */
  pointTo(url: string): void;
  /** Waits until `more` further writes were acknowledged. Throws where something right was refused. */
  progress(more: number): Promise<void>;
  /** Waits until `more` further writes went without an answer. */
  trouble(more: number): Promise<void>;
  /** Most milliseconds that an acknowledged write took. */
  slowestMs(): number;
  /** Ends each after what it does just now. */
  stop(): Promise<void>;
}

const ANSWER_MS = 30_000, AGAIN_MS = 25;
/** A busy machine gives a portal that starts again little time: what stands still for longer is stuck. */
const STUCK_MS = 300_000;
const FILE_BYTES = 64 * 1024;

/** Starts `count` writers at `url`. */
export function startWriters(url: string, people: People, book: Book, count = 3): Writers {
  let stopped = false, slowest = 0, made = 0;
  const drill = crypto.randomUUID().slice(0, 8);

  /** What is answered; null where nothing is, or a fault. */
  async function ask(path: string, cookie: string, body?: string | FormData): Promise<string | null> {
    const asked = performance.now();
    try {
      const answer = await fetch(url + path, {
        method: body === undefined ? "GET" : "POST",
        body,
        headers: {
          cookie,
          "sec-fetch-site": "same-origin",
          ...typeof body === "string" ? { "content-type": "application/json" } : {},
        },
        redirect: "manual",
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const text = await answer.text();
      if (answer.status === 200) {
        if (body !== undefined) slowest = Math.max(slowest, performance.now() - asked);
        return text;
      }
      if (answer.status < 500) book.refused.push(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    } catch {
      // Killed, or not there yet.
    }
    if (body !== undefined) book.unanswered++;
    await delay(AGAIN_MS);
    return null;
  }

  /** Asks until there is an answer; null where the drill ends before. */
  async function askAgain(path: string, cookie: string, body?: string): Promise<string | null> {
    for (;;) {
      const text = await ask(path, cookie, body);
      if (text !== null || stopped || book.refused.length > 0) return text;
    }
  }

  async function submitOne(): Promise<number | null> {
    const page = await askAgain("/dashboard/submitloan", people.broker);
    if (page === null) return null;
    const tmpUploadId = /tmpUploadId(?:&quot;|"):(?:&quot;|")([^&"]+)/.exec(page)?.[1];
    const address = `${++made} Locke Street ${drill}`;
    const data = JSON.stringify({ data: { ...APPLICATION, address, tmpUploadId } });
    // The same form again and again, as a person does who got no answer: it becomes one loan.
    const text = await askAgain("/api/loans/newloan", people.broker, data);
    if (text === null) return null;
    const { loanId } = JSON.parse(text).data;
    book.loans.push({ id: loanId, address });
    return loanId;
  }

  async function uploadOne(loanId: number): Promise<void> {
    const bytes = new Uint8Array(FILE_BYTES);
    bytes.set(new TextEncoder().encode(`%PDF-1.4\n%${crypto.randomUUID()}\n`));
    const form = new FormData();
    form.set("loanId", String(loanId));
    form.set("file", new File([bytes], "statement.pdf"));
    const text = await ask("/api/loans/uploadotherfile", people.administrator, form);
    if (text !== null) book.files.push({ id: JSON.parse(text).data.id, sha256: sha256(bytes) });
  }

  async function writeForEver(): Promise<void> {
    while (!stopped && book.refused.length === 0) {
      const loanId = await submitOne();
      for (let n = 0; n < 2 && loanId !== null && !stopped; n++) await uploadOne(loanId);
    }
  }

  const refusal = () => {
    if (book.refused.length > 0) throw new Error(`what was right was refused: ${book.refused[0]}`);
  };
  const reached = async (what: string, count: () => number, more: number) => {
    const goal = count() + more;
    await until(what, async () => {
      refusal();
      return await Promise.resolve(count() >= goal);
    }, STUCK_MS);
  };
  const running = Promise.all(Array.from({ length: count }, writeForEver));
  return {
    pointTo: (there) => void (url = there),
    progress: (more) => reached("writes to be acknowledged", () => book.acknowledged, more),
    trouble: (more) => reached("writes to fail", () => book.unanswered, more),
    slowestMs: () => slowest,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
