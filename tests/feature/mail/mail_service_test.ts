/** A mail service that does not do its part: what is tried again, and what that costs nobody. */
import assert from "node:assert/strict";
import { type OutgoingMail, PermanentMailError, resendTransport } from "../../../lib/server/mail/transport.ts";

const MAIL: OutgoingMail = {
  from: "Lender <mail@lender.example>",
  to: "ann@example.com",
  replyTo: null,
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
  headers: {},
  idempotencyKey: "request:7",
};

/** Runs `test` against a service that answers as `answer` does. */
async function withService(answer: () => Response | Promise<Response>, test: (url: string) => Promise<void>) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    await request.body?.cancel();
    return await answer();
  });
  try {
    await test(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

Deno.test("a wrong key or a sender that is not verified yet costs no mail: the operator mends it", async () => {
  for (const [statusCode, name] of [[401, "missing_api_key"], [403, "invalid_api_key"], [403, "validation_error"]]) {
    await withService(
      () => Response.json({ statusCode, name, message: "Not like this" }, { status: statusCode as number }),
      (url) =>
        assert.rejects(
          () => resendTransport("re_test", url).send(MAIL),
          (error: Error) => error.message === "Not like this" && !(error instanceof PermanentMailError),
        ),
    );
  }
});

Deno.test("a service that never answers holds up one mail for its time, not the outbox for good", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await withService(() => promise, async (url) => {
    await assert.rejects(
      () => resendTransport("re_test", url, 100).send(MAIL),
      (error: Error) => /No answer within 0.1 seconds/.test(error.message) && !(error instanceof PermanentMailError),
    );
    resolve(Response.json({ id: "late" }));
  });
});
