/** Firefox over WebDriver BiDi, which it speaks by itself. */
import type { Driver } from "./window.ts";
import { type Child, child } from "./child.ts";

const KEYS: Record<string, string> = { Escape: "\uE00C", Enter: "\uE007", Tab: "\uE004" };
const LETTER_CM = [21.59, 27.94] as const;
const ADDRESS = /WebDriver BiDi listening on (ws:\/\/\S+)/;
const PREFS = `user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("ui.prefersReducedMotion", 1);
`;

/** Commands and their answers over one socket; errors of pages are collected. */
class Connection {
  readonly errors: string[] = [];
  #id = 0;
  #open = new Map<number, { done: (result: never) => void; fail: (error: Error) => void }>();

  constructor(readonly socket: WebSocket) {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "event") return this.#onEvent(message);
      const asked = this.#open.get(message.id);
      this.#open.delete(message.id);
      if (message.type === "success") asked?.done(message.result as never);
      else asked?.fail(new Error(`${message.error}: ${message.message}`));
    };
    socket.onclose = () => {
      for (const { fail } of this.#open.values()) fail(new Error("Firefox has closed the connection"));
    };
  }

  #onEvent({ method, params }: { method: string; params: { level?: string; type?: string; text?: string } }): void {
    if (method === "log.entryAdded" && params.level === "error") this.errors.push(`${params.type}: ${params.text}`);
  }

  send<T>(method: string, params: object): Promise<T> {
    const id = ++this.#id;
    return new Promise<T>((done, fail) => {
      this.#open.set(id, { done, fail });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  await new Promise((done, fail) => {
    socket.onopen = done;
    socket.onerror = () => fail(new Error(`${address} does not answer`));
  });
  return new Connection(socket);
}

type Answer = { type: "success"; result: { value?: string; sharedId?: string } } | {
  type: "exception";
  exceptionDetails: { text: string };
};

/** Opens a window of the Firefox at `path`, without a screen. */
export async function openFirefox(path: string): Promise<Driver> {
  const profile = await Deno.makeTempDir({ prefix: "harbourline-firefox-" });
  await Deno.writeTextFile(`${profile}/user.js`, PREFS);
  const args = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile];
  const firefox: Child = await child(path, [...args, "about:blank"], { HOME: profile }, ADDRESS);
  const bidi = await connect(`${firefox.found}/session`);
  const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>("session.new", {
    capabilities: {},
  });
  await bidi.send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts: [{ context }] } = await bidi.send<{ contexts: { context: string }[] }>(
    "browsingContext.getTree",
    {},
  );
  const call = async (functionDeclaration: string) => {
    const answer = await bidi.send<Answer>("script.callFunction", {
      functionDeclaration,
      target: { context },
      awaitPromise: true,
    });
    if (answer.type === "exception") throw new Error(answer.exceptionDetails.text);
    return answer.result;
  };
  const element = async (selector: string) =>
    (await call(`() => document.querySelector(${JSON.stringify(selector)})`)).sharedId;
  const act = (actions: object) => bidi.send("input.performActions", { context, actions: [actions] });
  return {
    name: "Firefox",
    version: capabilities.browserVersion,
    open: (url) => bidi.send("browsingContext.navigate", { context, url, wait: "complete" }),
    size: (width, height) => bidi.send("browsingContext.setViewport", { context, viewport: { width, height } }),
    async run<T>(code: string, args: readonly unknown[]) {
      const { value } = await call(`async () => JSON.stringify(await (${code})(...${JSON.stringify(args)})) ?? "null"`);
      return JSON.parse(value!) as T;
    },
    async press(selector) {
      const origin = { type: "element", element: { sharedId: await element(selector) } };
      const actions = [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await act({ type: "pointer", id: "mouse", actions });
    },
    async type(text) {
      const actions = (KEYS[text] ? [KEYS[text]] : [...text])
        .flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
      await act({ type: "key", id: "keys", actions });
    },
    choose: async (selector, file) =>
      bidi.send("input.setFiles", { context, element: { sharedId: await element(selector) }, files: [file] }),
    async paper() {
      const page = { width: LETTER_CM[0], height: LETTER_CM[1] };
      const { data } = await bidi.send<{ data: string }>("browsingContext.print", { context, page });
      return Uint8Array.fromBase64(data);
    },
    errors: () => bidi.errors,
    async close() {
      await bidi.send("session.end", {}).catch(() => {});
      bidi.socket.close();
      await firefox.stop();
      await Deno.remove(profile, { recursive: true });
    },
  };
}
