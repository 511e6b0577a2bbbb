/** The jobs of the area mail. */
import type { Job } from "../../../db/mod.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/dates.ts";
import { removeUnusedPictures } from "./remove_unused_pictures.ts";
import { queueTouchBase } from "./queue_touch_base.ts";
import { runDueCampaigns } from "./run_campaigns.ts";
import { sendTouchBase } from "./send_touch_base.ts";

export const mailJobs: readonly Job[] = [
  { name: "campaigns", everyMs: MINUTE_MS, run: runDueCampaigns },
  { name: "touch-base-queue", everyMs: MINUTE_MS, run: queueTouchBase },
  { name: "touch-base", everyMs: MINUTE_MS, run: sendTouchBase },
  { name: "mail-pictures", everyMs: DAY_MS, run: removeUnusedPictures },
];
