import type { ReactNode } from "react";
import { countText } from "../domain/money.ts";

/** One tab: its address, its name and, for a list, its count. */
export type Tab = { href: string; label: string; count?: ReactNode; here?: boolean };

/** Tabs of a screen, with counts. They are links: each has an address and works without script. */
export function Tabs(props: { label: string; tabs: readonly Tab[]; spy?: boolean }): ReactNode {
  return (
    <nav className="tabs" aria-label={props.label} data-spy={props.spy ? "" : undefined}>
      {props.tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.here ? "page" : undefined}>
          {tab.label}
          {tab.count !== undefined && (
            <>
              {" "}
              <span>{typeof tab.count === "number" ? countText(tab.count) : tab.count}</span>
            </>
          )}
        </a>
      ))}
    </nav>
  );
}
