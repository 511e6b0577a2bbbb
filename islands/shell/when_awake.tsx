import { type ReactNode, useLayoutEffect, useState } from "react";

/**
 * What is drawn in the browser alone, at once after the first render: dialogs that only a script opens. The server's
 * page goes without them.
 */
export function WhenAwake(props: { children: ReactNode }): ReactNode {
  const [awake, setAwake] = useState(false);
  useLayoutEffect(() => setAwake(true), []);
  return awake && props.children;
}
