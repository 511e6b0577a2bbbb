/** Data shared by the islands of the loan page: settings and scoring configuration, serialised once for all loans. */
import type { LendingSnapshot } from "../../lib/domain/ports.ts";
import { type Fragment, fragment } from "../../lib/server/fragment.ts";
import { scriptJson } from "../../lib/server/page_data.tsx";

const made = new WeakMap<LendingSnapshot, Fragment>();

/** The settings and configuration as JSON for a page's slot, compressed once for each version. */
export function lendingFragment(lending: LendingSnapshot): Fragment {
  let block = made.get(lending);
  if (!block) {
    // The loan page does not use the map's and partners' settings.
    const { map: _map, partnerEmails: _partners, ...settings } = lending.settings;
    made.set(lending, block = fragment(scriptJson({ settings, config: lending.config })));
  }
  return block;
}
