/** A server that has no file handle left for another connection. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { until } from "../../support/until.ts";

const CHILD = fileURLToPath(new URL("../../support/listen_child.ts", import.meta.url));
const MOST_FILES = 100;
const SAID = "raise the limit of open files";

/** Starts the server, lets `act` take all its handles by connections, sees it answer again; gives what it logged. */
async function outlives(
  how: "machine" | "edge" | "later",
  act: (connect: () => Promise<void>, said: () => boolean) => Promise<void>,
): Promise<string> {
  const run = [Deno.execPath(), "run", "-A", "--no-config", CHILD, how];
  const child = new Deno.Command("sh", {
    args: ["-c", `ulimit -n ${MOST_FILES} && exec "$@"`, "sh", ...run],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let printed = "";
  const read = child.stdout.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (text) => void (printed += text) }));
  const port = Number(await until("it listens", () => Promise.resolve(/port (\d+)/.exec(printed)?.[1])));
  const ask = (path = "") => fetch(`http://127.0.0.1:${port}/${path}`).then((answer) => answer.text());
  const others: Deno.Conn[] = [];
  try {
    const slow = ask("slow");
    slow.catch(() => {});
    await ask();
    const connect = async () => void others.push(await Deno.connect({ hostname: "127.0.0.1", port }));
    await act(connect, () => printed.includes(SAID));
    await until("it said so", () => Promise.resolve(printed.includes(SAID)));
    assert.match(await slow, /^answer/, "what was under way is answered");
    for (const other of others.splice(0)) other.close();
    assert.match(await until("it answers again", () => ask().catch(() => undefined)), /^answer/);
    assert.equal(printed.split(SAID).length, 2, "said once");
    return printed;
  } finally {
    for (const other of others) other.close();
    child.kill("SIGTERM");
    await child.status;
    await read;
  }
}

const WARNS = /"level":"warn"[^\n]*closes no slow connections/;
/** Until one is refused or reset: the server has let its address go. On a busy machine it takes more of them. */
async function untilRefused(connect: () => Promise<void>): Promise<void> {
  const isRefused = () => connect().then(() => false, () => true);
  for (let n = 0; n < MOST_FILES; n++) if (await isRefused()) return;
  await until("one is refused", isRefused);
}

Deno.test("a server outlives more connections than it may have files open, with what is under way", async () => {
  const printed = await outlives("machine", async (connect, said) => {
    for (let n = 0; n < 2 * MOST_FILES && !said(); n++) await connect();
  });
  assert.doesNotMatch(printed, WARNS);
});

Deno.test("so does one on edge, which Deno itself ends", async () =>
  assert.doesNotMatch(await outlives("edge", untilRefused), WARNS));

Deno.test("so does one by a later Deno that serves no single connection, and it warns", async () =>
  assert.match(await outlives("later", untilRefused), WARNS));
