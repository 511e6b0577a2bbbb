/** The process itself: how it starts, what it refuses to start with, what it may do, how it stops. */
import assert from "node:assert/strict";
import { readEnv } from "../../../lib/server/env.ts";
import { createLinkClient } from "../../../lib/server/mail/link_service.ts";
import { startLinkProcess } from "../../../lib/server/tasks/link_process.ts";
import { serverFlags } from "../../../lib/server/tasks/server_flags.ts";
import { withFolder } from "../../support/folder.ts";
import { ROOT, runMain, startBuilt, startServer } from "../../support/server_process.ts";
import { until } from "../../support/until.ts";

Deno.test("it starts, answers health and readiness, prints the first owner's password once, and stops with code 0", () =>
  withFolder(async (folder) => {
    const first = await startServer({ DATA_DIR: folder });
    assert.equal(await (await fetch(first.url + "/healthz")).text(), "ok");
    assert.equal(await (await fetch(first.url + "/readyz")).text(), "ready");
    assert.match(first.output(), /First owner: sign in as "owner" with the password [A-Za-z0-9]{9} /);
    const mail = await fetch(first.url + "/dev/mail", { redirect: "manual" });
    await mail.body?.cancel();
    assert.equal(mail.status, 302, "no outbox page in production");
    assert.equal(await first.stop(), 0);
    const line = first.output().split("\n").find((l) => l.includes('"path":"/healthz"'))!;
    const entry = JSON.parse(line);
    assert.equal(entry.status, 200);
    assert.match(entry.id, /^[0-9a-f-]{36}$/);
    const second = await startServer({ DATA_DIR: folder });
    assert.equal(await second.stop(), 0);
    assert.ok(!second.output().includes("First owner"));
  }));

Deno.test("a request that is being answered finishes after SIGTERM", () =>
  withFolder(async (folder) => {
    const server = await startServer({ DATA_DIR: folder });
    const { hostname, port } = new URL(server.url);
    const line = await Deno.connect({ hostname, port: Number(port) });
    const body = '{"type":"none"}';
    const head = `POST /api/loans/getquote HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${server.url}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n` +
      "Expect: 100-continue\r\n\r\n";
    const say = (text: string) => line.write(new TextEncoder().encode(text));
    const answers = line.readable.pipeThrough(new TextDecoderStream()).getReader();
    await say(head);
    // The server asks for the body once it is at work on the request.
    let answer = (await answers.read()).value ?? "";
    assert.match(answer, /^HTTP\/1\.1 100 /);
    const stopped = server.stop();
    await until("new requests to be refused", async () => {
      const other = await fetch(`${server.url}/healthz`);
      await other.body?.cancel();
      return other.status === 503;
    });
    await say(body);
    answer = "";
    for (let part = await answers.read(); !part.done; part = await answers.read()) {
      answer += part.value;
    }
    assert.match(answer, /^HTTP\/1\.1 422 /);
    assert.match(answer, /"response":false/);
    assert.equal(await stopped, 0);
  }));

Deno.test("Ctrl-C, which reaches the server twice, stops it once and cleanly", () =>
  withFolder(async (folder) => {
    const server = await startServer({ DATA_DIR: folder });
    server.child.kill("SIGINT");
    server.child.kill("SIGINT");
    assert.equal(await server.stop(), 0);
    assert.doesNotMatch(server.output(), /error/i);
  }));

Deno.test("a log whose reader is gone does not end the portal", () =>
  withFolder(async (folder) => {
    const server = await startServer({ DATA_DIR: folder });
    server.stopReading();
    for (let n = 0; n < 100; n++) assert.equal(await (await fetch(server.url + "/readyz")).text(), "ready");
    assert.equal(await server.stop(), 0);
  }));

Deno.test("a log whose reader stands still holds nobody up, and loses nothing that fits meanwhile", () =>
  withFolder(async (folder) => {
    const server = await startServer({ DATA_DIR: folder });
    const readOn = server.holdReading();
    for (let n = 0; n < 1000; n++) {
      const answer = await fetch(server.url + "/healthz", { signal: AbortSignal.timeout(10_000) });
      assert.equal(await answer.text(), "ok");
    }
    readOn();
    assert.equal(await server.stop(), 0);
    assert.equal(server.output().match(/"path":"\/healthz"/g)?.length, 1000);
  }));

Deno.test("a second process on the same data folder is refused with what to do", () =>
  withFolder(async (folder) => {
    const server = await startServer({ DATA_DIR: folder });
    const other = runMain({ DATA_DIR: folder });
    assert.equal(await other.ended(), 1);
    assert.match(other.output(), /harbourline\.db.*DATABASE_URL/s);
    assert.equal(await server.stop(), 0);
  }));

Deno.test("a wrong variable ends the start with one sentence", () =>
  withFolder(async (folder) => {
    const main = runMain({ DATA_DIR: folder, DEVICE_VERIFICATION: "perhaps" });
    assert.equal(await main.ended(), 1);
    assert.equal(main.output().trim(), 'DEVICE_VERIFICATION is "perhaps", but must be one of: on, off.');
    await assert.rejects(
      startBuilt({ DATA_DIR: folder, DEVICE_VERIFICATION: "perhaps" }),
      /ended with 1:.*one of: on/s,
    );
  }));

Deno.test("a start without NODE_ENV=production is refused: React would be slow", () =>
  withFolder(async (folder) => {
    const main = runMain({ DATA_DIR: folder, NODE_ENV: "development" });
    assert.equal(await main.ended(), 1);
    assert.match(main.output(), /NODE_ENV must be production/);
  }));

const flagsOf = (variables: Record<string, string>) => serverFlags(readEnv((name) => variables[name]));

Deno.test("it may write its data folder alone, read no .env, reach known hosts, and run no programs", () => {
  const flags = flagsOf({ DATA_DIR: "/srv/portal" });
  assert.ok(flags.includes("--allow-write=/srv/portal"));
  assert.ok(flags.includes("--allow-net=127.0.0.1:8000"));
  assert.ok(flags.includes("--no-prompt"));
  assert.ok(flags.some((flag) => /^--deny-read=.*\/\.env$/.test(flag)));
  assert.ok(flags.some((flag) => /^--allow-env=PORT,/.test(flag)));
  assert.ok(!flags.some((flag) => /^(-A|--allow-all|--allow-run|--allow-(net|env|ffi|read|sys)$)/.test(flag)));
  const native = flags.find((flag) => flag.startsWith("--allow-ffi="))!.split("=")[1].split(",");
  for (const path of native) assert.match(path, /^node_modules\/\.deno\/@(libsql\+|node-rs\+argon2-)/);
});

Deno.test("it reaches the configured services, by their own ports", () => {
  const remote = flagsOf({
    HOST: "::1",
    DATABASE_URL: "libsql://db.example",
    STORAGE_URL: "http://KEY:SECRET@127.0.0.1:9000/bucket",
    RESEND_API_KEY: "re_1",
    MAIL_FROM: "Lender <mail@lender.example>",
  });
  assert.ok(remote.includes("--allow-net=[::1]:8000,db.example:443,127.0.0.1:9000,api.resend.com:443"));
  const bucket = flagsOf({ BACKUP_URL: "https://KEY:SECRET@backups.example/bucket" });
  assert.ok(bucket.includes("--allow-net=127.0.0.1:8000,backups.example:443"));
  const folder = flagsOf({ DATA_DIR: "/srv/portal", BACKUP_URL: "file:/srv/backups" });
  assert.ok(folder.includes("--allow-write=/srv/portal,/srv/backups"));
  const mail = flagsOf({ SMTP_URL: "smtp://mail.example:587", MAIL_FROM: "Lender <mail@lender.example>" });
  assert.ok(mail.includes("--allow-net"), "a mail server is reached by its name's address");
});

Deno.test("it fetches no modules: no import leads past the known hosts", () =>
  withFolder(async (folder) => {
    const asked: string[] = [];
    const registry = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
      asked.push(url);
      return new Response("{}");
    });
    const modules = ["https://esm.sh/x", "https://raw.githubusercontent.com/x/y", "jsr:@x/y", "npm:not-here@1.0.0"];
    const program = `for (const one of ${JSON.stringify(modules)}) {
      await import(one).then(() => console.log("fetched"), ({ message }) => console.log(message.replaceAll("\\n", " ")));
    }`;
    try {
      await Deno.writeTextFile(`${folder}/imports.js`, program);
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", ...flagsOf({ DATA_DIR: folder }), `${folder}/imports.js`],
        env: { NPM_CONFIG_REGISTRY: `http://127.0.0.1:${registry.addr.port}/` },
        cwd: ROOT,
      }).output();
      const said = new TextDecoder().decode(stdout).trim().split("\n");
      assert.equal(said.length, modules.length, new TextDecoder().decode(stderr));
      for (const line of said) assert.match(line, /--no-remote is specified|--cached-only is specified/);
      assert.deepEqual(asked, []);
    } finally {
      await registry.shutdown();
    }
  }));

Deno.test("with Resend a helper process asks the sites of links: it may call out and nothing else", async () => {
  const env = readEnv((name) => ({ RESEND_API_KEY: "re_1", MAIL_FROM: "Lender <mail@lender.example>" })[name]);
  const links = (await startLinkProcess(env))!;
  try {
    const { host } = new URL(links.address);
    assert.ok(serverFlags(env, links.address).some((flag) => flag.startsWith("--allow-net=") && flag.includes(host)));
    assert.deepEqual(await createLinkClient(links.address)("http://localhost/"), { none: "private" });
  } finally {
    links.child.kill("SIGTERM");
    await links.child.status;
  }
  assert.equal(await startLinkProcess(readEnv(() => undefined)), null, "no mail leaves");
});
