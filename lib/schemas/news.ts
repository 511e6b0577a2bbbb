/** What the calls of the area news take, and the query of its list. */
import * as v from "valibot";
import { NEWS_PREFERENCES } from "../domain/news/kinds.ts";
import { id } from "./fields.ts";
import { defineListQuery, oneOf, pageNumber } from "./list_query.ts";

/** One piece of news, or all up to the newest that the list showed: what came since stays unread. */
export const MarkNewsReadInput = v.pipe(
  v.strictObject({ id: v.optional(id), until: v.optional(id) }),
  v.check(({ id, until }) => (id === undefined) !== (until === undefined), "Send the id of the news, or until."),
);
export type MarkNewsReadInput = v.InferOutput<typeof MarkNewsReadInput>;

export const ChooseNewsInput = v.strictObject({ choice: v.picklist(NEWS_PREFERENCES, "Choose how we mail you news.") });

/** The bell's list: all news that is kept, or what is unread. */
export const newsQuery = defineListQuery("/dashboard/news", {
  show: oneOf(["all", "unread"], "all"),
  page: pageNumber,
});
export type NewsQuery = typeof newsQuery.defaults;
