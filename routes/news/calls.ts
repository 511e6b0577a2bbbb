/** The calls of the area news. */
import { chooseNews, markNewsRead } from "../../lib/features/news/mod.ts";
import { ChooseNewsInput, MarkNewsReadInput, newsQuery } from "../../lib/schemas/news.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { accountSettingsPage } from "../accounts/account_settings.tsx";
import { newsPage } from "./news.tsx";

/** POST markread: one piece of the person's own news, or all up to one. Returns how many are unread. */
const markReadCall = call({
  method: "POST",
  path: "/api/news/markread",
  permission: "useDashboard",
  input: MarkNewsReadInput,
  run: markNewsRead,
  form: { page: newsPage, done: (_output, _input, query) => ({ to: newsQuery.address(newsQuery.parse(query)) }) },
});

/** POST choose: how the person hears of news by mail. */
const chooseCall = call({
  method: "POST",
  path: "/api/news/choose",
  permission: "useDashboard",
  input: ChooseNewsInput,
  async run(ctx, input) {
    await chooseNews(ctx, input);
    return {};
  },
  form: {
    page: accountSettingsPage,
    done: () => ({ to: "/dashboard/accountsettings#news", toast: "Changes Saved" }),
  },
});

export const newsCalls: readonly Call[] = [markReadCall, chooseCall];
