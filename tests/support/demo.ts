import { seedDemo } from "../../db/seed/demo/seed.ts";
import { demoMailer } from "../../lib/server/tasks/demo.ts";
import type { TestApp } from "./app.ts";

/** Fills an empty test application with the demo, whose accounts share `password`. Answers false where it is there. */
export async function fillWithDemo(t: TestApp, password: string): Promise<boolean> {
  t.longTurns("The demo's loans are written and scored in one go, before anybody is there.");
  const { db, ports } = t.deps;
  return await seedDemo({
    db,
    files: ports.files,
    lending: ports.lending(),
    mailer: demoMailer(ports),
    vault: ports.vault,
    passwordHash: await ports.passwords.hash(password),
    now: t.now(),
  });
}
