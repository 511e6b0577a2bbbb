/** The outbox after a refusal: where it was. */
import assert from "node:assert/strict";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { withApp } from "../../support/app.ts";
import { addMail } from "../../support/mail.ts";

Deno.test("a mail that may not be sent again leaves its tab and its filters open", () =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    const owner = await t.account({ role: ROLE.owner });
    const id = await addMail(t, { kind: "deviceCode", status: "failed" });
    await addMail(t, { kind: "loanReceived" });
    t.advance(11 * 60_000);
    const path = "/dashboard/outbox?kind=deviceCode&state=failed";
    const html = await (await t.get(path, owner)).text();
    const actions = [...html.matchAll(/action="(\/api\/loans\/send[^"]+)"/g)].map(([, action]) =>
      action.replaceAll("&amp;", "&")
    );
    assert.equal(new Set(actions).size, 2, actions.join(" "));
    for (const action of actions) {
      const answer = await t.postForm(
        action,
        action.includes("sendfailedmails") ? { kind: "deviceCode" } : { id: String(id) },
        owner,
      );
      const page = await answer.text();
      assert.equal(answer.status, 409, action);
      assert.match(page, /so it is not sent again|may not go out any more/);
      assert.match(page, /aria-current="[^"]+"[^>]*>Failed/, action);
      assert.match(page, /<option[^>]* selected=""[^>]*>Device code/, action);
    }
  }));
