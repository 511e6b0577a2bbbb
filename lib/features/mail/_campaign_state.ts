/** The state of a campaign and how far its run is, from its row and its newest run. */
import { type CampaignState, campaignState, type RunProgress } from "../../domain/mail/campaign.ts";
import type { Campaign } from "./_campaign.ts";
import type { RunFigures } from "./run_figures.ts";

/** A campaign's newest run, with its mails, and how many mails wait of all runs. */
export interface CampaignRuns {
  newest: { run: number; finishedAt: number | null } | undefined;
  waiting: number;
  counted: RunFigures;
}

export function stateOf(
  campaign: Pick<Campaign, "active" | "paused" | "type" | "runs">,
  { newest, waiting, counted }: CampaignRuns,
): { state: CampaignState; progress: RunProgress | null } {
  const begun = newest !== undefined && newest.finishedAt === null;
  const state = campaignState({ ...campaign, unsent: waiting > 0, begun });
  if (!newest || !((campaign.active && begun) || waiting > 0)) return { state, progress: null };
  const { recipients, sent, failed, unsent } = counted;
  return { state, progress: { run: newest.run, written: !begun, recipients, sent, failed, unsent } };
}
