import type { ReactNode } from "react";
import type { ShellFacts } from "../../lib/server/shell.ts";
import { DashboardShell } from "./dashboard_shell.tsx";
import { PublicShell } from "./public_shell.tsx";

/** The shell of a page. The renderer calls it as a function, so it must not use hooks. */
export function Layout(props: ShellFacts & { children?: ReactNode }): ReactNode {
  const Shell = props.shell === "dashboard" && props.user ? DashboardShell : PublicShell;
  return <Shell {...props}>{props.children}</Shell>;
}
