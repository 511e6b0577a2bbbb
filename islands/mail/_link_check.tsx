import { type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import type { CheckedLink } from "../../lib/domain/mail/link_check.ts";
import { Icon } from "../../lib/ui/icon.tsx";

/**
 * What a check of the saved mail's links found; `check` asks again and answers it, empty where the check itself failed.
 */
export function useLinkCheck(id: number) {
  const [links, setLinks] = useState<readonly CheckedLink[] | null>(null);
  async function check(): Promise<readonly CheckedLink[]> {
    const answer = await callApi<{ data: CheckedLink[] }>("/api/loans/checkemaillinks", { id });
    const found = answer.response ? answer.data : [];
    setLinks(answer.response ? found : null);
    return found;
  }
  return { links, check };
}

/** Links that may not work, each with what to do. */
export function LinkReport({ links }: { links: readonly CheckedLink[] | null }): ReactNode {
  const told = links?.filter(({ state }) => state !== "good") ?? [];
  return (
    <div role="status">
      {links && told.length === 0 && (
        <p className="small">
          {links.length === 0
            ? "This mail has no links."
            : links.length === 1
            ? "Its link works."
            : `All ${links.length} links work.`}
        </p>
      )}
      {told.length > 0 && (
        <ul className="small link-report">
          {told.map(({ link, state, why }) => (
            <li key={link}>
              {state === "bad" && <Icon name="triangle-alert" />} <b>{link}</b> {why}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
