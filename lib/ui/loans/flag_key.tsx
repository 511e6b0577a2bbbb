import type { ReactNode } from "react";
import { Band } from "../band.tsx";

/** What the flags beside entries mean (loans specification 5.2). */
export function FlagKey(): ReactNode {
  return (
    <p className="row small mute">
      <Band band="green" word="in order" />
      <Band band="yellow" word="may need explaining" />
      <Band band="red" word="needs explaining" />
    </p>
  );
}
