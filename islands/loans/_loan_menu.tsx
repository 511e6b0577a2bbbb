import type { ReactNode } from "react";
import { Icon, type IconName } from "../../lib/ui/icon.tsx";

export const LOAN_MENU = "loan-more";

/** One thing to do in the loan's menu, which closes with it. */
export type MenuItem = {
  icon: IconName;
  label: string;
  run: () => void;
  /** Why it cannot be done now: the item then stands there dimmed, with these words. */
  off?: string;
  risky?: boolean;
};

/** The loan's menu, in groups parted by a line; empty groups drop out. */
export function LoanMenu(props: { groups: readonly (readonly (MenuItem | false | null)[])[] }): ReactNode {
  const groups = props.groups.map((group) => group.filter((item) => item !== false && item !== null))
    .filter((group) => group.length > 0);
  return (
    <div className="popover" id={LOAN_MENU} popover="auto">
      {groups.map((group, i) => (
        <div key={i} role="group" className="group">
          {group.map(({ icon, label, run, off, risky }) => (
            <button
              key={label}
              type="button"
              className={risky ? "risky" : undefined}
              disabled={off !== undefined}
              popoverTarget={LOAN_MENU}
              popoverTargetAction="hide"
              onClick={run}
            >
              <Icon name={icon} />
              {off ?? label}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
