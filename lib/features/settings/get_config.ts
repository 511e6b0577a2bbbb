/** The configuration of the loan form (getconfig; loans specification 3.6 and 7.1). */
import type { Context } from "../../../db/mod.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import type { FormConfig, ShownConfig } from "../../domain/settings/form_config.ts";
import { shownConfig } from "../../domain/settings/shown_config.ts";

/** The whole configuration for administrators; for brokers only their form's part, without scores and weights. */
export function getConfig(ctx: Context): FormConfig | ShownConfig {
  const { config } = ctx.lending();
  return isAdministrator(ctx.actor) ? config : shownConfig(config, "broker");
}
