import { useEffect, useRef } from "react";
import { settlesError } from "../../lib/client/loans/submission_form.ts";
import type { FormToast } from "../../lib/client/toast.ts";
import { useShared } from "../shell/use_shared.ts";
import { errorsAtom, marksAtom, settledAtom } from "./submission_atoms.ts";

/** The form's errors by path. Those of fields that a file fills go, as after an edit; all go once a draft is chosen. */
export function useFormErrors(toasts: FormToast) {
  const [errors, setErrors] = useShared(errorsAtom);
  const [marks] = useShared(marksAtom);
  const [settled] = useShared(settledAtom);
  const before = useRef(marks);
  /** Removes the errors that an edit of this field settles. */
  const drop = (path: string) =>
    setErrors((old) =>
      Object.fromEntries(Object.entries(old).filter(([at, message]) => !settlesError(path, at, message)))
    );
  useEffect(() => {
    const known = before.current;
    before.current = marks;
    const filled = Object.keys(marks).filter((path) => marks[path] !== known[path]);
    if (filled.length === 0) return;
    toasts.clear();
    filled.forEach(drop);
  }, [marks]);
  useEffect(() => {
    if (!settled) return;
    toasts.clear();
    setErrors({});
  }, [settled]);
  return { errors, setErrors, drop };
}
