import type { ReactNode } from "react";
import type { ShellFacts } from "../../lib/server/shell.ts";

/** The props of every shell. */
export type ShellProps = Omit<ShellFacts, "shell"> & { children: ReactNode };
