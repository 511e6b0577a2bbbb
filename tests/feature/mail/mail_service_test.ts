/** A mail service that does not do its part: what is tried again, and what that costs nobody. */
import assert from "node:assert/strict";
import { resendTransport } from "../../../lib/server/mail/resend_transport.ts";
import {
  MailLimitError,
  OperatorMailError,
  type OutgoingMail,
  PermanentMailError,
} from "../../../lib/server/mail/transport.ts";

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

Deno.test("a wrong key, an unverified sender and an exhausted plan are reported as the operator's to correct", async () => {
  const refusals = [
    [401, "missing_api_key"],
    [403, "invalid_api_key"],
    [403, "validation_error"],
    [422, "invalid_from_address"],
    [429, "daily_quota_exceeded"],
  ] as const;
  for (const [statusCode, name] of refusals) {
    await withService(
      () => Response.json({ statusCode, name, message: "Not like this" }, { status: statusCode }),
      (url) =>
        assert.rejects(
          () => resendTransport("re_test", url).send(MAIL),
          (error: Error) =>
            error instanceof OperatorMailError && error.message === "Resend does not send our mail: Not like this",
          name,
        ),
    );
  }
});

Deno.test("too many at once: the service's delay is kept, in seconds or as a date; a second by default", async () => {
  const inAMinute = new Date(Date.now() + 61_000).toUTCString();
  for (
    const [header, least, most] of [["7", 7000, 7000], [inAMinute, 55_000, 62_000], ["", 1000, 1000], [
      "-3",
      1000,
      1000,
    ]] as const
  ) {
    const body = { statusCode: 429, name: "rate_limit_exceeded", message: "Too many" };
    await withService(
      () => Response.json(body, { status: 429, headers: header ? { "retry-after": header } : {} }),
      (url) =>
        assert.rejects(
          () => resendTransport("re_test", url).send(MAIL),
          (error: Error) => error instanceof MailLimitError && error.waitMs >= least && error.waitMs <= most,
          header,
        ),
    );
  }
});

Deno.test("a service that never answers delays one mail by its timeout, not the outbox", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await withService(() => promise, async (url) => {
    await assert.rejects(
      () => resendTransport("re_test", url, 100).send(MAIL),
      (error: Error) => /No answer within 0.1 seconds/.test(error.message) && !(error instanceof PermanentMailError),
    );
    resolve(Response.json({ id: "late" }));
  });
});
