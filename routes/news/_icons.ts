import type { NewsKind } from "../../lib/domain/news/kinds.ts";
import type { IconName } from "../../lib/ui/icon.tsx";

/** The icon of each kind of news. */
export const NEWS_ICONS: Readonly<Record<NewsKind, IconName>> = {
  maturityReminder: "calendar",
  maturity: "calendar",
  conditionsOpen: "clock",
  commitmentExpiring: "clock",
  licenceExpiring: "triangle-alert",
  statusChanged: "landmark",
  conditionsSet: "files",
  conditionReturned: "undo-2",
  conditionAccepted: "circle-check",
  commitmentReady: "file-text",
  loanSubmitted: "square-plus",
  accountRequested: "users",
  ownSignIn: "lock",
  otherSignIn: "lock",
};
