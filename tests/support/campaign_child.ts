/**
 * A process that writes a campaign's run into the database of a folder, saying each page: to be killed at any of them.
 */
import { accounts, campaigns } from "../../db/schema/mod.ts";
import { runDueCampaigns } from "../../lib/features/mail/run_campaigns.ts";
import { makeApp } from "./app.ts";

const [folder, brokers] = Deno.args;
const t = await makeApp({ DATA_DIR: folder, LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" });
await t.deps.mailWorker.stop();
const { db } = t.deps;
if (await db.$count(campaigns) === 0) {
  await db.insert(accounts).values(Array.from({ length: Number(brokers) }, (_, i) => ({
    name: `Broker ${i}`,
    email: `b${i}@broker.example`,
    emailKey: `b${i}@broker.example`,
    username: `broker${i}`,
    usernameKey: `broker${i}`,
    passwordHash: "",
    touchBaseEmails: true,
    consent: "express" as const,
    createdAt: t.now(),
    updatedAt: t.now(),
  })));
  const text = { name: "Rates", subject: "Rates", preview: "", body: "They fell." };
  await db.insert(campaigns).values({ ...text, active: true, sendAt: t.now(), createdAt: t.now() });
}
const ctx = t.context(null);
await runDueCampaigns({ ...ctx, mail: { ...ctx.mail, wake: () => console.log("page") } });
console.log("done");
await t.close();
