import { type ReactNode, useLayoutEffect, useState } from "react";

/**
 * Renders its children in the browser only, right after the first render: dialogs that only a script opens, which the
 * server's page does without.
 */
export function WhenAwake(props: { children: ReactNode }): ReactNode {
  const [awake, setAwake] = useState(false);
  useLayoutEffect(() => setAwake(true), []);
  return awake && props.children;
}
