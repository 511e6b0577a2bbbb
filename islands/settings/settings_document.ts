import { useState } from "react";
import { startDocument } from "../../lib/client/document_state.ts";
import type { FieldErrors } from "../../lib/client/field_errors.ts";
import { type Change, documentChanges } from "../../lib/domain/settings/document_changes.ts";
import { withValue } from "../../lib/domain/settings/paths.ts";
import type { Problem } from "../../lib/domain/settings/settings_problems.ts";
import { type DocumentEdit, useDocument, useDocumentStore } from "../forms/use_document.ts";
import { useLeaveGuard } from "../shell/guards.ts";

/** A version of a document: who saved it and when, in milliseconds. */
export type VersionInfo = { id: number; savedAt: number; savedBy: string };

/** Messages by the path of their cell. */
export type CellErrors = FieldErrors;

/** What cells do to the document. The object stays the same, so that panels need not be drawn again. */
export interface CellActs {
  set(path: string, value: unknown): void;
  /** Marks what is wrong, once a cell is left. */
  leave(): void;
}

type VersionResult = { data: VersionInfo };

export type SettingsEdit<T extends object> = DocumentEdit<T, VersionInfo, VersionResult> & {
  changes: Change[];
  cells: CellActs;
};

/** The element of a cell. */
export const cellId = (path: string): string => `c-${path.replace(/[^\w-]/g, "-")}`;

/** Puts the focus on a cell, in whatever closed section it lies. */
function focusCell(path: string): void {
  requestAnimationFrame(() => {
    const cell = document.getElementById(cellId(path));
    for (let at = cell?.closest("details"); at; at = at.parentElement?.closest("details")) at.open = true;
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "center" });
  });
}

const errorsOf = (problems: readonly Problem[]): FieldErrors => {
  const errors: Record<string, string> = {};
  for (const { path, message, atCell = message } of problems) errors[path] ??= atCell;
  return errors;
};

const infoOf = ({ id, savedAt, savedBy }: VersionInfo): VersionInfo => ({ id, savedAt, savedBy });

/**
 * The settings or the application form, edited cell by cell and saved as a new version. `tidy` is what happens to it
 * before it is saved, `reveal` makes a cell visible, `said` is the toast of a save.
 */
export function useSettingsDocument<T extends object>(options: {
  start: T;
  version: VersionInfo;
  call: string;
  said: string;
  nameOf: (path: string, document: T) => string;
  textOf: (path: string, value: unknown, document: T) => string;
  problems: (draft: T) => Problem[];
  problemsInPlace?: (draft: T) => Problem[];
  tidy: (draft: T) => T;
  reveal: (path: string) => void;
}): SettingsEdit<T> {
  const { nameOf, textOf, problems, problemsInPlace, tidy, reveal } = options;
  const store = useDocumentStore<T, VersionInfo>(() => startDocument(options.start, options.version));
  const edit = useDocument<T, VersionInfo, VersionResult, VersionInfo & { body: T }>(store, {
    staleId: "stale-settings",
    text: { nameOf, textOf },
    check: (draft) => errorsOf(problems(draft)),
    checkInPlace: problemsInPlace && ((draft) => errorsOf(problemsInPlace(draft))),
    tidy,
    path: options.call,
    body: (draft, { version }) => ({ ...draft, basedOn: version.id }),
    stored: ({ data }, sent) => ({ document: sent, version: infoOf(data) }),
    theirs: ({ body, ...version }) => ({ document: body, version: infoOf(version) }),
    said: () => options.said,
    failed: "Failed Saving!",
    problemText: (draft) => problems(draft)[0]?.message,
    focus(path) {
      reveal(path);
      focusCell(path);
    },
  });
  const [cells] = useState<CellActs>(() => ({
    set: (path, value) => edit.acts.edit(path, (draft) => withValue(draft, path, value)),
    leave: edit.acts.leave,
  }));
  const changes = documentChanges(edit.base, tidy(edit.draft));
  useLeaveGuard(changes.length > 0);
  return { ...edit, changes, cells };
}
