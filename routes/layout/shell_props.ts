import type { ReactNode } from "react";
import type { Lender } from "../../lib/domain/lender.ts";

/** What every shell draws around a page. */
export type ShellProps = {
  title: string;
  user: { name: string; role: number; brokerage: string } | null;
  path: string;
  lender: Lender;
  theme: "light" | "dark" | null;
  nonce: string;
  flash: { text: string; kind: "ok" | "bad" } | null;
  /** How many people wait for an account. */
  pendingRequests: number;
  /** The paths of the pages that exist: menus show no others. */
  pages: ReadonlySet<string>;
  /** Buttons of this page, at the end of the top bar. */
  actions?: ReactNode;
  /** A page's own sticky head in place of the top bar; it is given the bar's two fixed parts to place. */
  header?: (parts: { menuButton: ReactNode; userMenu: ReactNode }) => ReactNode;
  /** More of the document's head. */
  head?: ReactNode;
  children: ReactNode;
  menuCompact: boolean;
};
