/** Looks at the links of a campaign before it goes out. */
import type { Context } from "../../../db/mod.ts";
import { campaignMail } from "../../domain/mail/campaign_mail.ts";
import {
  type CheckedLink,
  linkFormProblem,
  LINKS_MOST,
  linksOfParts,
  linkVerdict,
  notLookedAt,
} from "../../domain/mail/link_check.ts";
import { linksOf } from "../../domain/tracking/rewrite_links.ts";
import { campaignOf } from "./_campaign.ts";

/** Links that are asked at a time. */
const AT_ONCE = 4;

/** Each link of the saved mail with what is wrong with it, in order; beyond the limit unchecked. Throws 404. */
export async function checkEmailLinks(ctx: Context, { id }: { id: number }): Promise<CheckedLink[]> {
  const { html, text } = ctx.mail.render(campaignMail(await campaignOf(ctx.db, id)));
  const all = linksOfParts(linksOf(html), text), links = all.slice(0, LINKS_MOST);
  const checked: CheckedLink[] = [];
  for (let i = 0; i < links.length; i += AT_ONCE) {
    checked.push(...await Promise.all(links.slice(i, i + AT_ONCE).map((link) => check(ctx, link))));
  }
  return [...checked, ...notLookedAt(all)];
}

async function check(ctx: Context, link: string): Promise<CheckedLink> {
  const why = linkFormProblem(link);
  return why === null ? linkVerdict(link, await ctx.checkLink(link)) : { link, state: "bad", why };
}
