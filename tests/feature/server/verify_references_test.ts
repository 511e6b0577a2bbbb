/** `deno task verify` on a database with a row that names one that is not there. */
import assert from "node:assert/strict";
import Database from "libsql";
import { verdict, verify } from "../../../lib/server/tasks/verify.ts";
import { withApp } from "../../support/app.ts";

Deno.test("verify names rows whose row is not there", () =>
  withApp(async (t) => {
    const file = new Database(`${t.env.dataDir}/harbourline.db`);
    file.exec("pragma foreign_keys = off");
    file.exec("insert into conditions (loan_id, id, type, title, position) values (999, 1, 0, 'Appraisal', 0)");
    file.close();
    const text = verdict(await verify(t.env, t.now()));
    assert.match(
      text,
      /^WRONG .*Every row that is named is there\n.*1 of conditions name rows of loans that are not there/m,
    );
  }));
