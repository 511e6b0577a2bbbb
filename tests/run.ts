/**
 * `deno task test`: all tests in two processes side by side, since a browser test waits half of its time. With arguments it
 * is plain `deno test` on those. The last line adds both up.
 */
const ROOT = new URL("../", import.meta.url);
const RUN = ["test", "-A", "--lock=tests/deno.lock"];

interface Lane {
  output: string;
  passed: number;
  failed: number;
  ok: boolean;
}

async function run(files: string[], show: boolean): Promise<Lane> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...RUN, ...files],
    cwd: ROOT,
    env: { NODE_ENV: "production" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> => {
    let tail = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      if (show) await Deno.stdout.write(new TextEncoder().encode(text));
      else output += text;
      tail = (tail + text).slice(-2000);
    }
    return tail;
  };
  // The sum stands at the end of what is printed; what is logged beside it comes in between anywhere.
  const [tail] = await Promise.all([read(child.stdout), read(child.stderr)]);
  const { success } = await child.status;
  // deno-lint-ignore no-control-regex -- the colours of a terminal
  const line = /(\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed/.exec(tail.replace(/\u001b\[[0-9;]*m/g, ""));
  return { output, passed: Number(line?.[1] ?? 0), failed: Number(line?.[2] ?? 1), ok: success && line !== null };
}

if (Deno.args.length > 0) {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [...RUN, ...Deno.args],
    cwd: ROOT,
    env: { NODE_ENV: "production" },
  }).spawn().status;
  Deno.exit(code);
}

function testsBelow(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder + "/", ROOT))].flatMap(({ name, isDirectory }) =>
    isDirectory ? testsBelow(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}

const browser = testsBelow("tests/e2e").sort();
// The second lane has all other tests too.
const half = Math.ceil(browser.length / 2) + 1;
const lanes = await Promise.all([
  run(browser.slice(0, half), true),
  run(["tests/architecture_test.ts", "tests/unit", "tests/feature", "tests/http", ...browser.slice(half)], false),
]);
console.log(lanes.map(({ output }) => output).join(""));
const passed = lanes.reduce((sum, lane) => sum + lane.passed, 0),
  failed = lanes.reduce((sum, lane) => sum + lane.failed, 0);
console.log(`${passed} passed | ${failed} failed`);
Deno.exit(lanes.every(({ ok }) => ok) ? 0 : 1);
