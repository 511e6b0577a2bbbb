import { useAtomValue, useStore } from "jotai";
import { useMemo } from "react";
import { startDocument, withDraft } from "../../lib/client/document_state.ts";
import { edited, leftPart } from "../../lib/client/field_errors.ts";
import { usePageData } from "../../lib/client/page_data.ts";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import { changedEntries, formProblems, type LoanForm, sameEntry } from "../../lib/domain/loans/loan_form.ts";
import type { FormConfig } from "../../lib/domain/settings/form_config.ts";
import { useAfterPress } from "../forms/after_press.ts";
import type { DocumentStore } from "../forms/use_document.ts";
import { useShared } from "../shell/use_shared.ts";
import { loanDocumentAtom, loanToastAtom } from "./loan_atoms.ts";

/** The loan's form as an island sees it: the page's own, what was saved since, and what is being edited. */
export interface LoanFormState {
  form: LoanForm;
  /** The form as it was last saved. */
  base: LoanForm;
  /** What differs in meaning from the last save. */
  edits: LoanForm;
  /** Changes entries; `path` is what was edited where that is a part of an entry. */
  set: (changes: LoanForm, path?: string) => void;
  /** Asks again what is wrong with a field that is left. */
  leave: (path: string) => void;
  error: (path: string) => string | undefined;
}

/** The settings, the scoring configuration and the day that the page was made with. */
export interface LendingData {
  settings: LendingSettings;
  config: FormConfig;
  /** The day in Toronto, YYYY-MM-DD. */
  today: string;
}

/** What the loan's entries are judged by. */
export const occasionOf = ({ today, settings }: Pick<LendingData, "today" | "settings">) => ({
  today,
  minLoan: settings.minLoan?.amount ?? 0,
});

/** The document that the islands of a loan's page share. Its version is null until this page has saved. */
export function useLoanStore(): DocumentStore<LoanForm, number | null> {
  const initial = usePageData<LoanForm>("loan");
  const start = useMemo(() => startDocument<LoanForm, number | null>(initial, null), [initial]);
  const [shared] = useShared(loanDocumentAtom);
  const { get, set } = useStore();
  return {
    state: shared ?? start,
    latest: () => get(loanDocumentAtom) ?? start,
    put: (next) => set(loanDocumentAtom, next),
    toasts: useAtomValue(loanToastAtom),
  };
}

/** The loan's form, shared by the islands of its page. */
export function useLoanForm(): LoanFormState {
  const { state: { base, draft, errors }, latest, put, toasts } = useLoanStore();
  const { today, settings } = usePageData<LendingData>("lending");
  const edits = useMemo(() => changedEntries(draft, base), [draft, base]);
  const afterPress = useAfterPress();
  return {
    form: draft,
    base,
    edits,
    set(changes, path) {
      toasts.clear();
      const state = latest();
      const next = withDraft(state, { ...state.draft, ...changes }, null, false);
      // Formatting an entry when its field is left keeps what is wrong with it.
      const names = Object.keys(changes).filter((name) => !sameEntry(name, changes[name], state.draft[name]));
      put({ ...next, errors: (path ? [path] : names).reduce(edited, next.errors) });
    },
    leave(path) {
      afterPress(() => {
        const state = latest();
        put({
          ...state,
          errors: leftPart(state.errors, path, formProblems(state.draft, state.base, occasionOf({ today, settings }))),
        });
      });
    },
    error: (path) => errors.errors[path],
  };
}
