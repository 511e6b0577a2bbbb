/** The length of a whole upload is counted as it comes (docs/decisions/files.md). */
import assert from "node:assert/strict";
import { files } from "../../../db/schema/mod.ts";
import { withApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";

Deno.test("an upload of one file ends at 27 MB, though its length is not announced", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 }), loan = await makeLoan(t, { brokerId: admin.id });
    function* pieces() {
      yield new TextEncoder().encode(
        `--x\r\nContent-Disposition: form-data; name="loanId"\r\n\r\n${loan.id}\r\n` +
          '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
      );
      for (let n = 0; n < 28; n++) yield new Uint8Array(1024 * 1024);
    }
    const { cookie } = admin, type = "multipart/form-data; boundary=x";
    const answer = await t.app.request("/api/loans/uploadotherfile", {
      method: "POST",
      body: ReadableStream.from(pieces()),
      duplex: "half",
      headers: { "content-type": type, "sec-fetch-site": "same-origin", cookie },
    } as RequestInit);
    const { reason } = await answer.json();
    assert.deepEqual([answer.status, reason], [413, "This is more than 27 MB. Send fewer files at a time."]);
    assert.deepEqual(await t.deps.db.select().from(files), []);
  }));
