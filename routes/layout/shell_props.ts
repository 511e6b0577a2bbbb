import type { ReactNode } from "react";
import type { Lender } from "../../lib/domain/lender.ts";

/** The props of every shell. */
export type ShellProps = {
  title: string;
  /** One sentence of a page that search engines may show. */
  description?: string;
  /** The portal's public address, without a path. */
  origin: string;
  user: { name: string; role: number; brokerage: string } | null;
  path: string;
  lender: Lender;
  theme: "light" | "dark" | null;
  flash: { text: string; kind: "ok" | "bad" } | null;
  /** The numbers beside menu entries, by their location. */
  badges: ReadonlyMap<string, number>;
  /** Paths of existing pages: menus show no others. */
  pages: ReadonlySet<string>;
  /** The page's buttons, at the end of the top bar. */
  actions?: ReactNode;
  /** The page's own sticky header instead of the top bar; gets the bar's two fixed parts. */
  header?: (parts: { menuButton: ReactNode; userMenu: ReactNode }) => ReactNode;
  /** How what the page shows was chosen, for its head on paper, if it has that. */
  paper?: string;
  /** Today in Toronto, `YYYY-MM-DD`. */
  today: string;
  /** Additional content of the document's head. */
  head?: ReactNode;
  children: ReactNode;
  menuCompact: boolean;
};
