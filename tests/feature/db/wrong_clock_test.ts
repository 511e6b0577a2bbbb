/** A clock that once ran far ahead and was put right: nothing waits until the year that it showed. */
import assert from "node:assert/strict";
import { LIMITS } from "../../../lib/features/rate_limit.ts";
import { takeLease } from "../../../lib/server/jobs.ts";
import { type TestAccount, withApp } from "../../support/app.ts";

const YEAR = 365 * 24 * 3600_000;
const HOUR = 3600_000;

Deno.test("a limit reached while the clock was in another year does not hold once it is right", () =>
  withApp(async (t) => {
    const ann = await t.account();
    const tryOut = async () =>
      (await t.post("/api/auth/login", { userName: ann.username, password: "Wrong1Horse" })).status;
    t.advance(YEAR);
    for (let n = 0; n <= LIMITS.loginAccount.most; n++) await tryOut();
    assert.equal(await tryOut(), 429);
    t.advance(-YEAR);
    for (let n = 0; n < LIMITS.loginAccount.most; n++) assert.equal(await tryOut(), 401, `try ${n + 1}`);
    assert.equal(await tryOut(), 429, "and it is counted anew");
  }));

Deno.test("a job's lease of another year is taken over, one of this hour is not", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    assert.equal(await takeLease(db, "clean-up", "a", t.now() + YEAR, HOUR), true);
    assert.equal(await takeLease(db, "clean-up", "b", t.now(), HOUR), true);
    assert.equal(await takeLease(db, "clean-up", "a", t.now() + 1, HOUR), false);
    assert.equal(
      await takeLease(db, "clean-up", "a", t.now() - 1, HOUR),
      false,
      "clocks of two processes differ a little",
    );
    assert.equal(await takeLease(db, "clean-up", "a", t.now() + HOUR + 1, HOUR), true);
  }));

Deno.test("a session ends after seven days without a visit, and after thirty in all, by the portal's clock", () =>
  withApp(async (t) => {
    const DAY = 24 * HOUR;
    const inside = async (who: TestAccount) => (await t.get("/dashboard/accountsettings", who)).status === 200;
    t.advance(5 * YEAR);
    const ann = await t.account(), bob = await t.account();
    t.advance(6 * DAY);
    assert.equal(await inside(ann), true);
    t.advance(2 * DAY);
    assert.deepEqual([await inside(ann), await inside(bob)], [true, false]);
    for (let day = 8; day < 29; day += 3) {
      t.advance(3 * DAY);
      assert.equal(await inside(ann), true, `day ${day + 3}`);
    }
    t.advance(2 * DAY);
    assert.equal(await inside(ann), false);
  }));

Deno.test("a session in its last days is not written at every visit", () =>
  withApp(async (t) => {
    const ann = await t.account();
    const visit = async () => assert.equal((await t.get("/dashboard/accountsettings", ann)).status, 200);
    for (let day = 5; day < 30; day += 5) {
      t.advance(5 * 24 * HOUR);
      await visit();
    }
    t.advance(4 * 24 * HOUR);
    // It changes with every commit of another connection (SQLite, PRAGMA data_version); reads have one of their own.
    const version = async () =>
      (await t.deps.db.$client.execute("select data_version from pragma_data_version")).rows[0][0];
    const before = await version();
    await visit();
    assert.equal(await version(), before);
  }));
