import { useAtomValue, useSetAtom } from "jotai";
import { useMemo } from "react";
import { usePageData } from "../../lib/client/page_data.ts";
import type { FormConfig } from "../../lib/domain/settings/form_config.ts";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import { type LoanForm, sameEntry } from "../../lib/domain/loans/loan_form.ts";
import { editsAtom, errorsAtom, savedAtom, updatedAtAtom } from "./loan_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** The loan's form as an island sees it: the page's own, what was saved since, and what is being edited. */
export interface LoanFormState {
  form: LoanForm;
  /** The form as it was last saved. */
  base: LoanForm;
  /** What differs from the last save. */
  edits: LoanForm;
  set: (changes: LoanForm) => void;
  error: (name: string) => string | undefined;
}

/** What of the edits differs in meaning from the saved form. */
export function changedEntries(edits: LoanForm, base: LoanForm): LoanForm {
  return Object.fromEntries(Object.entries(edits).filter(([name, text]) => !sameEntry(name, text, base[name])));
}

/** The settings and the scoring configuration that the page was made with. */
export interface LendingData {
  settings: LendingSettings;
  config: FormConfig;
}

/** The loan's form, shared by the islands of its page. */
export function useLoanForm(): LoanFormState {
  const initial = usePageData<LoanForm>("loan");
  const [edits, setEdits] = useShared(editsAtom);
  const [saved] = useShared(savedAtom);
  const [errors, setErrors] = useShared(errorsAtom);
  const base = useMemo(() => ({ ...initial, ...saved }), [initial, saved]);
  const form = useMemo(() => ({ ...base, ...edits }), [base, edits]);
  const changed = useMemo(() => changedEntries(edits, base), [edits, base]);
  return {
    form,
    base,
    edits: changed,
    set(changes) {
      setEdits((old) => ({ ...old, ...changes }));
      // Tidying an entry when its field is left leaves what is wrong with it.
      const names = Object.keys(changes).filter((name) =>
        name in errors && !sameEntry(name, changes[name], form[name])
      );
      if (names.length) setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))));
    },
    error: (name) => errors[name],
  };
}

/**
 * Takes in the loan as the server has it by now: entries that were sent are no longer edits, those made meanwhile stay.
 * So do not those that say what stood there before: they would undo what the server filled in.
 */
export function useSaved(): (form: LoanForm, updatedAt: number, sent: LoanForm) => void {
  const initial = usePageData<LoanForm>("loan");
  const before = { ...initial, ...useAtomValue(savedAtom) };
  const setEdits = useSetAtom(editsAtom);
  const setSaved = useSetAtom(savedAtom);
  const setUpdatedAt = useSetAtom(updatedAtAtom);
  const setErrors = useSetAtom(errorsAtom);
  return (form, updatedAt, sent) => {
    setSaved(form);
    setUpdatedAt(updatedAt);
    setErrors({});
    const stays = ([name, text]: [string, string]) =>
      name in sent ? text !== sent[name] : !sameEntry(name, text, before[name]);
    setEdits((old) => Object.fromEntries(Object.entries(old).filter(stays)));
  };
}

/** The state that the form stands on: the page's, or that of the last save here. */
export function useUpdatedAt(initial: number): number {
  return useAtomValue(updatedAtAtom) ?? initial;
}
