/** WebKitGTK over the W3C's WebDriver, in a screen of its own. */
import type { Driver } from "./window.ts";
import { child } from "./child.ts";

/** How the specification names the key of an element's id. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const KEYS: Record<string, string> = { Escape: "\uE00C", Enter: "\uE007", Tab: "\uE004" };
const DRIVER_WAIT_MS = 20_000;

/** One command; the driver's words where it refuses. */
async function ask<T>(url: string, method: "POST" | "DELETE", body?: object): Promise<T> {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** A port that nothing listens on now. */
function freePort(): number {
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = server.addr;
  server.close();
  return port;
}

/** The driver answers a moment after it starts. */
async function untilOpen(url: string): Promise<void> {
  const last = Date.now() + DRIVER_WAIT_MS;
  for (;;) {
    const answer = await fetch(`${url}/status`).catch(() => null);
    await answer?.body?.cancel();
    if (answer) return;
    if (Date.now() > last) throw new Error("WebKitWebDriver does not answer");
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Opens a window of the browser at `browser` by the WebKitWebDriver at `path`, on a screen that `xvfb` makes. */
export async function openWebKit(path: string, xvfb: string, browser: string): Promise<Driver> {
  const home = await Deno.makeTempDir({ prefix: "harbourline-webkit-" });
  // Xvfb chooses a free screen and writes its number.
  const screen = await child(
    xvfb,
    ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
    {},
    /^(\d+)$/m,
  );
  const port = freePort(), url = `http://127.0.0.1:${port}`;
  // Without a language its pages are told "C", which is none.
  const LANG = "en_CA.UTF-8";
  const env = { DISPLAY: `:${screen.found}`, HOME: home, LANG, LIBGL_ALWAYS_SOFTWARE: "1", NO_AT_BRIDGE: "1" };
  const driver = await child(path, [`--port=${port}`], env);
  await untilOpen(url);
  const { sessionId, capabilities } = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>(
    `${url}/session`,
    "POST",
    { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } } } },
  );
  const session = `${url}/session/${sessionId}`;
  const post = <T>(command: string, body: object = {}) => ask<T>(`${session}/${command}`, "POST", body);
  const element = async (value: string) =>
    (await post<Record<string, string>>("element", { using: "css selector", value }))[ELEMENT];
  const run = async <T>(code: string, args: readonly unknown[]) =>
    JSON.parse(
      await post<string>("execute/async", {
        script: `const done = arguments[1];
          Promise.resolve((${code})(...JSON.parse(arguments[0]))).then((a) => done(JSON.stringify(a ?? null)));`,
        args: [JSON.stringify(args)],
      }),
    ) as T;
  return {
    name: "WebKitGTK",
    version: capabilities.browserVersion,
    open: (to) => post("url", { url: to }),
    async size(width, height) {
      await post("window/rect", { width, height });
      // The window has a frame and a bar of its own.
      const [inner, innerHeight] = await run<[number, number]>("() => [innerWidth, innerHeight]", []);
      await post("window/rect", { width: 2 * width - inner, height: 2 * height - innerHeight });
    },
    run,
    async press(selector) {
      const origin = { [ELEMENT]: await element(selector) };
      const actions = [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await post("actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
    },
    async type(text) {
      const actions = (KEYS[text] ? [KEYS[text]] : [...text])
        .flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
      await post("actions", { actions: [{ type: "key", id: "keys", actions }] });
    },
    choose: async (selector, file) => post(`element/${await element(selector)}/value`, { text: file }),
    errors: () => [],
    async close() {
      await ask(session, "DELETE").catch(() => {});
      await driver.stop();
      await screen.stop();
      await Deno.remove(home, { recursive: true }).catch(() => {});
    },
  };
}
