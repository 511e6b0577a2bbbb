import type { ReactNode } from "react";
import { Icon, type IconName } from "../../lib/ui/icon.tsx";

export const LOAN_MENU = "loan-more";

/** An item of the loan's menu, which closes the menu. */
export type MenuItem = {
  icon: IconName;
  label: string;
  run: () => void;
  /** Why it is disabled, shown with it. */
  off?: string;
  risky?: boolean;
};

/** The loan's menu, in groups separated by a line; empty groups are left out. */
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
              // The menu gives the focus back first, and the dialog then to the button that opened the menu.
              onClick={() => setTimeout(run)}
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
