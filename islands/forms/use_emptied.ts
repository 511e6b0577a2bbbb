import { type Dispatch, type SetStateAction, useEffect } from "react";
import { byId } from "../../lib/client/dom.ts";
import { type ErrorState, NO_ERRORS } from "../../lib/client/field_errors.ts";

/** Empties the form of the dialog with this id whenever it is closed, and takes away its errors. */
export function useEmptied(id: string, setState: Dispatch<SetStateAction<ErrorState>>): void {
  useEffect(() => {
    const dialog = byId(id, HTMLDialogElement);
    const empty = () => {
      dialog?.querySelector("form")?.reset();
      setState(NO_ERRORS);
    };
    dialog?.addEventListener("close", empty);
    return () => dialog?.removeEventListener("close", empty);
  }, []);
}
