/**
 * Requests per second of the signed-out home and of getquote, each against a bare Deno.serve that sends the same bytes.
 * `NODE_ENV=production deno run -A --lock=tests/deno.lock tests/bench/http_bench.ts [seconds a round]`
 */
const SECONDS = Number(Deno.args[0] ?? 3);
const ROUNDS = 3;
const CONNECTIONS = 16;

const BARE = `
const { body, headers } = JSON.parse(Deno.readTextFileSync(Deno.args[0]));
const bytes = Uint8Array.from(atob(body), (c) => c.charCodeAt(0));
Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log("127.0.0.1:" + port) }, () => new Response(bytes, { headers }));
`;

interface Server {
  port: number;
  stop(): Promise<void>;
  /** Processor time used so far, in seconds. */
  cpu(): number;
}

/** Starts a Deno program that prints its address and waits for it. */
async function start(args: string[], env: Record<string, string> = {}): Promise<Server> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ...args],
    env: { NODE_ENV: "production", ...env },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "", port = 0;
  while (!port) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the server did not start: ${text}`);
    port = Number(/127\.0\.0\.1:(\d+)/.exec(text += value)?.[1] ?? 0);
  }
  const drained = (async () => {
    while (!(await reader.read()).done);
  })();
  return {
    port,
    async stop() {
      child.kill("SIGTERM");
      await child.status;
      await drained;
    },
    cpu() {
      const fields = Deno.readTextFileSync(`/proc/${child.pid}/stat`).split(") ")[1].split(" ");
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
  };
}

/** One connection that asks again and again until `until`; answers how many whole answers came. */
async function ask(port: number, request: Uint8Array, until: number): Promise<number> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const buffer = new Uint8Array(1 << 17);
  const text = new TextDecoder("latin1");
  let count = 0;
  while (performance.now() < until) {
    await connection.write(request);
    let got = 0, whole = Infinity;
    while (got < whole) {
      const n = await connection.read(buffer.subarray(got));
      if (n === null) throw new Error("the server hung up");
      got += n;
      if (whole !== Infinity) continue;
      const head = text.decode(buffer.subarray(0, Math.min(got, 4096)));
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) continue;
      if (!head.startsWith("HTTP/1.1 200")) throw new Error(head.split("\r\n")[0]);
      whole = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
    }
    count++;
  }
  connection.close();
  return count;
}

async function measure(server: Server, request: Uint8Array, seconds: number) {
  const cpu = server.cpu(), started = performance.now();
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => ask(server.port, request, started + seconds * 1000)),
  );
  const all = counts.reduce((a, b) => a + b, 0);
  return { rate: all / ((performance.now() - started) / 1000), micros: ((server.cpu() - cpu) / all) * 1e6 };
}

const quote = JSON.stringify({
  ...{ type: "second", valueOfResidence: 750000, loanAmount: 100000, creditScore: 640, bridgeTerm: 60 },
  ...{ existingFirstMtg: 2250, existingFirstMtgAmt: 400000, householdIncome: 95000, yearsOfEmployment: 3, ltv: 67 },
});
const REQUESTS: Record<string, { init: RequestInit; path: string }> = {
  "home": { path: "/", init: { headers: { "accept-encoding": "gzip, deflate, br" } } },
  "getquote": {
    path: "/api/loans/getquote",
    init: {
      method: "POST",
      body: quote,
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    },
  },
};

function bytesOf({ path, init }: { path: string; init: RequestInit }): Uint8Array {
  const headers = { host: "127.0.0.1", ...init.headers as Record<string, string> };
  const body = init.body as string ?? "";
  const lines = Object.entries({ ...headers, ...body ? { "content-length": String(body.length) } : {} });
  const head = `${init.method ?? "GET"} ${path} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join("")}\r\n`;
  return new TextEncoder().encode(head + body);
}

const folder = await Deno.makeTempDir({ prefix: "http-bench-" });
const program = await start(["main.ts"], { PORT: "0", DATA_DIR: folder, OWNER_PASSWORD: "Correct1Horse" });
try {
  for (const [name, request] of Object.entries(REQUESTS)) {
    const raw = await rawAnswer(program.port, bytesOf(request));
    await Deno.writeTextFile(`${folder}/bare.json`, JSON.stringify(raw));
    await Deno.writeTextFile(`${folder}/bare.js`, BARE);
    const bare = await start([`${folder}/bare.js`, `${folder}/bare.json`]);
    const best = { bare: 0, program: 0 }, cost = { bare: Infinity, program: Infinity };
    for (const server of [bare, program]) await measure(server, bytesOf(request), 1);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [who, server] of [["bare", bare], ["program", program]] as const) {
        const { rate, micros } = await measure(server, bytesOf(request), SECONDS);
        best[who] = Math.max(best[who], rate);
        cost[who] = Math.min(cost[who], micros);
      }
    }
    await bare.stop();
    console.log(
      `${name}: ${Math.round(best.program)}/s against ${Math.round(best.bare)}/s (${
        Math.round((best.program / best.bare) * 100)
      }%); processor ${cost.program.toFixed(0)} against ${cost.bare.toFixed(0)} microseconds a request (${
        Math.round((cost.bare / cost.program) * 100)
      }%)`,
    );
  }
} finally {
  await program.stop();
  await Deno.remove(folder, { recursive: true });
}

/** One answer's body as it travels, with the headers that describe it. */
async function rawAnswer(port: number, request: Uint8Array) {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(request);
  const buffer = new Uint8Array(1 << 18);
  let got = 0, end = -1, length = Infinity, head = "";
  while (got < end + length || end < 0) {
    got += await connection.read(buffer.subarray(got)) ?? 0;
    head = new TextDecoder("latin1").decode(buffer.subarray(0, Math.min(got, 4096)));
    end = head.indexOf("\r\n\r\n") + 4;
    length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Infinity);
  }
  connection.close();
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1].trim();
  const encoding = header("content-encoding");
  return {
    body: btoa(Array.from(buffer.subarray(end, got), (b) => String.fromCharCode(b)).join("")),
    headers: { "content-type": header("content-type"), ...encoding ? { "content-encoding": encoding } : {} },
  };
}
