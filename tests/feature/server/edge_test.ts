/**
 * The portal with the permissions of `deno task edge`: no disk to write to, no native code, program, worker or timer.
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { openDatabase } from "../../../db/mod.ts";
import { accounts, files as storedFiles, jobLeases, loans, mails } from "../../../db/schema/mod.ts";
import { addDays, dateInToronto } from "../../../lib/domain/dates.ts";
import { createPasswords } from "../../../lib/server/passwords/native.ts";
import { APPLICATION } from "../../support/application.ts";
import { edgeTask, startEdge, TICK_TOKEN } from "../../support/edge.ts";
import { LETTER_TERMS, WHOLE } from "../../support/letters.ts";
import { startS3 } from "../../support/s3.ts";
import { sample } from "../../support/sample_pdfs/samples.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";
import { until } from "../../support/until.ts";

const OWNER = { userName: "owner", password: "Harbour2026" };
const BROKER = { userName: "praman1", password: "Lakeshore26" };

/** A mail service that takes everything. */
function startMailService() {
  const taken: { to: string; subject: string }[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    taken.push(await request.json());
    return Response.json({ id: crypto.randomUUID() });
  });
  return { taken, url: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
}

Deno.test("the task gives network, environment and its own folder to read, and nothing else", async () => {
  const { flags, variables } = await edgeTask();
  assert.deepEqual(flags, ["--no-prompt", "--allow-net", "--allow-env", "--allow-read=."]);
  assert.deepEqual(variables, { NODE_ENV: "production", PLATFORM: "edge" });
});

Deno.test({
  name: "a broker signs in and submits a loan with a PDF, the lender generates its letter, a tick sends the mail",
  ignore: !hasLibsqlServer,
  async fn() {
    const [database, s3, service] = [await startLibsqlServer(), await startS3(), startMailService()];
    const ends: (() => unknown)[] = [service.stop, s3.stop, database.stop];
    try {
      const server = await startEdge({
        DATABASE_URL: database.url,
        STORAGE_URL: s3.url,
        RESEND_API_KEY: "re_test",
        RESEND_BASE_URL: service.url,
        MAIL_FROM: "Lender <mail@lender.example>",
        MAIL_PER_SECOND: "100",
        CONTACT_EMAIL: "brokers@lender.example",
        OWNER_EMAIL: "owner@lender.example",
        OWNER_PASSWORD: OWNER.password,
        DEVICE_VERIFICATION: "off",
        SECOND_FACTOR: "off",
      });
      let stopped: Promise<number> | undefined;
      const stop = () => stopped ??= server.stop();
      ends.unshift(stop);
      const { db, close } = await openDatabase({ url: database.url });
      ends.unshift(close);
      const at = Date.now();
      await db.insert(accounts).values({
        name: "Priya Raman",
        license: "M10000001",
        email: "priya@example.com",
        emailKey: "priya@example.com",
        username: BROKER.userName,
        usernameKey: BROKER.userName,
        // By native code: what it stores is good here, too.
        passwordHash: await createPasswords().hash(BROKER.password),
        createdAt: at,
        updatedAt: at,
      });

      const ask = (path: string, cookie: string, body?: BodyInit) =>
        fetch(server.url + path, {
          method: body === undefined ? "GET" : "POST",
          redirect: "manual",
          headers: {
            cookie,
            origin: server.url,
            ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
          },
          body,
        });
      const post = (path: string, cookie: string, body: object) => ask(path, cookie, JSON.stringify(body));
      const signIn = async (who: typeof OWNER) => {
        const answer = await post("/api/auth/login", "", who);
        assert.equal(answer.status, 200, await answer.text());
        return answer.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
      };
      const wrong = await post("/api/auth/login", "", { ...OWNER, password: "Harbour2027" });
      assert.notEqual(wrong.status, 200, await wrong.text());
      const broker = await signIn(BROKER), owner = await signIn(OWNER);

      const form = await (await ask("/dashboard/submitloan", broker)).text();
      const tmpUploadId = /tmpUploadId&quot;:&quot;([^&]+)&quot;/.exec(form)![1];
      const files = new FormData();
      files.set("tmpUploadId", tmpUploadId);
      files.set("file0", new File([sample("bureau")], "bureau.pdf"));
      const uploaded = await (await ask("/api/pdf/upload", "", files)).json();
      assert.equal(uploaded.uploadedFiles.length, 1);
      assert.match(JSON.stringify(uploaded), /PDFs are not read on this server/);
      assert.doesNotMatch(JSON.stringify(uploaded), /creditScore/, "the PDF was not read in the server itself");

      const large = new FormData();
      large.set("tmpUploadId", tmpUploadId);
      const padding = new Uint8Array(24.9 * 1024 * 1024);
      for (const n of [0, 1]) large.set(`file${n}`, new File(["%PDF-1.7\n", padding], `large${n}.pdf`));
      const refused = await ask("/api/pdf/upload", broker, large);
      assert.equal(refused.status, 413);
      assert.match(await refused.text(), /more than 48 MB/, "half of the room is the most of one account");

      const submitted = await post("/api/loans/newloan", broker, { data: { ...APPLICATION, tmpUploadId } });
      assert.equal(submitted.status, 200, await submitted.text());
      const [{ id }] = await db.select({ id: loans.id }).from(loans);
      assert.match(await (await ask("/dashboard/loans", owner)).text(), /Smithers/);
      assert.match(await (await ask(`/dashboard/viewloan?id=${id}`, owner)).text(), /bureau\.pdf/);

      // The server's clock is the real one.
      const today = dateInToronto(Date.now());
      const terms = { ...LETTER_TERMS, expiresOn: addDays(today, 7) };
      await db.update(loans).set({ ...WHOLE, estClosingDate: addDays(today, 14) }).where(eq(loans.id, id));
      const [{ updatedAt }] = await db.select({ updatedAt: loans.updatedAt }).from(loans);
      const letter = { loanId: id, kind: "commitment", revision: 0, terms, sections: [], updatedAt };
      const made = await post("/api/loans/generateletter", owner, letter);
      assert.equal(made.status, 200, await made.text());
      const { id: letterFile } = (await db.select().from(storedFiles)).find(({ kind }) => kind === "commitment")!;
      const kept = await ask(`/api/loans/getfile?id=${letterFile}&type=commitment`, owner);
      assert.equal((await kept.text()).slice(0, 5), "%PDF-");

      const tick = async () => {
        const answer = await fetch(`${server.url}/internal/tick`, {
          method: "POST",
          headers: { authorization: `Bearer ${TICK_TOKEN}` },
        });
        assert.equal(answer.status, 200);
        return await answer.json();
      };
      const first = await tick();
      assert.ok(first.ran.includes("sessions") && first.failed.length === 0, JSON.stringify(first));
      // Written by nobody of that process, so that nothing but a tick finds it.
      await db.insert(mails).values({
        idempotencyKey: "by-tick",
        kind: "device",
        to: "found@example.com",
        subject: "Found by a tick",
        html: "",
        text: "",
        dueAt: at,
        createdAt: at,
      });
      const second = await tick();
      assert.equal(second.mails, 1);
      assert.deepEqual(second.ran.filter((name: string) => first.ran.includes(name)), [], "each job had its turn");
      // A mail that the service was too slow for waits for another tick.
      await until("the mails to arrive", async () => {
        await tick();
        const told = service.taken.map(({ to }) => String(to));
        return ["found@example.com", "brokers@lender.example"].every((address) => told.includes(address));
      });
      assert.ok((await db.select().from(jobLeases)).some(({ name }) => name === "sessions"));
      assert.equal(await stop(), 0);
      assert.ok(!/NotCapable|Requires (run|ffi|write|sys)/.test(server.output()), server.output());
    } finally {
      for (const end of ends) await end();
    }
  },
});
