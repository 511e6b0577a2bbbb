import type { ReactNode } from "react";
import { formatTime } from "../../lib/domain/dates.ts";
import { madeLoanAtom, savedAtAtom } from "./submission_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** When the draft was last saved. */
export function DraftSaved(): ReactNode {
  const [at] = useShared(savedAtAtom);
  const [made] = useShared(madeLoanAtom);
  if (at === null || made !== null) return null;
  return <span className="small mute wide-only">{`Draft saved, ${formatTime(at)}`}</span>;
}
