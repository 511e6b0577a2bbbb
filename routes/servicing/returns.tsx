import type { ReactNode } from "react";
import { ReturnsFile } from "../../islands/servicing/ReturnsFile.tsx";
import { dateInToronto } from "../../lib/domain/dates.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";

/** A bank's list of debits and credits that came back (docs/decisions/pre-authorised-debit.md). */
export const returnsPage = page({
  path: "/dashboard/returns",
  permission: "manageLoans",
  title: "Returns from the bank",
  shell: "dashboard",
  load: (ctx) => Promise.resolve({ today: dateInToronto(ctx.now) }),
  actions: () => (
    <a className="btn" href="/dashboard/transfers">
      <Icon name="landmark" />
      <span className="label">Debits and credits</span>
    </a>
  ),
  view: ReturnsScreen,
});

function ReturnsScreen({ today }: { today: string }): ReactNode {
  return <Island of={ReturnsFile} today={today} />;
}
