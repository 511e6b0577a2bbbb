/** An application of its own for each test of a file, with the people and the calls of the settings. */
import { asc, eq } from "drizzle-orm";
import { auditRows } from "../../db/schema/mod.ts";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import type { FormConfig } from "../../lib/domain/settings/form_config.ts";
import { makeApp, type TestAccount, type TestApp } from "./app.ts";

// deno-lint-ignore no-explicit-any -- answers are read as they come
export type Body = Record<string, any>;

/** The running test's application. */
export let t: TestApp;
/** The running test's people: Helen Voss owns, Arjun Mehta administers; a broker, and an account of an unknown role. */
export let owner: TestAccount, admin: TestAccount, broker: TestAccount, other: TestAccount;

/** Makes and closes the application around each test of the calling file. */
export function useSettingsApp(): void {
  Deno.test.beforeEach(async () => {
    t = await makeApp();
    owner = await t.account({ role: 99, name: "Helen Voss" });
    admin = await t.account({ role: 9, name: "Arjun Mehta" });
    broker = await t.account();
    other = await t.account({ role: 5 });
  });
  Deno.test.afterEach(() => t.close());
}

/** An answer's status and body in one. */
export const json = async (response: Response): Promise<Body> => ({
  status: response.status,
  ...await response.json(),
});
export const send = async (path: string, body: unknown, as: TestAccount | null = owner): Promise<Body> =>
  await json(await t.post(`/api/loans/${path}`, body, as));
export const read = async (path: string, as: TestAccount = owner): Promise<Body> =>
  await json(await t.get(`/api/loans/${path}`, as));

export async function settingsNow(): Promise<LendingSettings> {
  const { status: _, ...settings } = await read("getSettings");
  return settings as unknown as LendingSettings;
}
export const configNow = async (): Promise<FormConfig> => (await read("getconfig")).data;

/** What the audit trail holds of them, oldest first. */
export const audits = (entity: "settings" | "config") =>
  t.deps.db.select().from(auditRows).where(eq(auditRows.entity, entity)).orderBy(asc(auditRows.id));
