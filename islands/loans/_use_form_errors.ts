import { useEffect, useRef, useState } from "react";
import type { FormToast } from "../../lib/client/toast.ts";
import { useShared } from "../shell/use_shared.ts";
import { marksAtom, settledAtom } from "./submission_atoms.ts";

export type Errors = Readonly<Record<string, string>>;

/** The form's errors by path. Those of fields that a file fills go, as after an edit; all go once a draft is chosen. */
export function useFormErrors(toasts: FormToast) {
  const [errors, setErrors] = useState<Errors>({});
  const [marks] = useShared(marksAtom);
  const [settled] = useShared(settledAtom);
  const before = useRef(marks);
  const keep = (holds: (path: string) => boolean) => {
    toasts.clear();
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([path]) => holds(path))));
  };
  useEffect(() => {
    const known = before.current;
    before.current = marks;
    if (Object.keys(marks).some((path) => marks[path] !== known[path])) keep((path) => marks[path] === known[path]);
  }, [marks]);
  useEffect(() => {
    if (settled) keep(() => false);
  }, [settled]);
  return { errors, setErrors, drop: (path: string) => setErrors(({ [path]: _gone, ...rest }) => rest) };
}
