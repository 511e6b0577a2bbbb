/** The jobs of the area mail. */
import type { Job } from "../../../db/mod.ts";
import { runDueCampaigns } from "./run_campaigns.ts";

const MINUTE = 60_000;

export const mailJobs: readonly Job[] = [{ name: "campaigns", everyMs: MINUTE, run: runDueCampaigns }];
