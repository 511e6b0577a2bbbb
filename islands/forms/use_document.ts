import { useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { toast } from "../../lib/client/toast.ts";
import { type Change, documentChanges } from "../../lib/domain/settings/document_changes.ts";
import { withValue } from "../../lib/domain/settings/paths.ts";
import type { Problem } from "../../lib/domain/settings/settings_problems.ts";
import { useLeaveGuard } from "../shell/guards.ts";
import { type DocumentKind, rebase, type VersionWords } from "./_rebase_document.ts";

export type { VersionWords };

/** Messages by the path of their cell. */
export type CellErrors = Readonly<Record<string, string>>;

/** What cells do to the document. The object stays the same, so that panels need not be drawn again. */
export interface DocumentActs {
  set(path: string, value: unknown): void;
  /** Marks what is wrong, once a cell is left. */
  leave(): void;
}

export interface DocumentEdit<T> extends DocumentActs {
  draft: T;
  changes: Change[];
  errors: CellErrors;
  version: VersionWords;
  busy: boolean;
  canUndo: boolean;
  undo(): void;
  /** Replaces the whole draft, as one step. */
  replace(next: T): void;
  save(): Promise<void>;
  /** Goes to the first cell that is wrong. */
  showWrong(): void;
  acts: DocumentActs;
}

/** The element of a cell. */
export const cellId = (path: string): string => `c-${path.replace(/[^\w-]/g, "-")}`;

const UNDO_STEPS = 100;

const errorsOf = (problems: readonly Problem[]): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const { path, message } of problems) errors[path] ??= message;
  return errors;
};

/** Puts the focus on a cell, in whatever closed section it lies. */
export function focusCell(path: string): void {
  requestAnimationFrame(() => {
    const cell = document.getElementById(cellId(path));
    for (let at = cell?.closest("details"); at; at = at.parentElement?.closest("details")) at.open = true;
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "center" });
  });
}

/**
 * Runs something once no pointer is down: a message that appears between press and release moves the pressed button
 * away from under it.
 */
function useAfterPress(): (run: () => void) => void {
  const down = useRef(false);
  useEffect(() => {
    const press = () => void (down.current = true);
    const release = () => void (down.current = false);
    addEventListener("pointerdown", press, true);
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, release, true);
    return () => {
      removeEventListener("pointerdown", press, true);
      for (const type of ["pointerup", "pointercancel"]) removeEventListener(type, release, true);
    };
  }, []);
  return (run) => {
    if (!down.current) return run();
    const later = () => setTimeout(run);
    addEventListener("pointerup", later, { once: true });
  };
}

const SAVE_PATHS: Record<DocumentKind, string> = {
  settings: "/api/loans/savesettings",
  config: "/api/loans/saveconfig",
};
const STALE = 409;
/** A refusal that says what has changed on the page is read longer. */
const STALE_MS = 20_000;

/**
 * A document that is edited cell by cell and saved as a whole. `tidy` is what happens to it before it is saved,
 * `reveal` makes a cell visible, `nameOf` names a change's path, `said` is the toast of a save. `problemsInPlace` finds what is
 * wrong with the draft as it is shown, where tidying would move cells.
 */
export function useDocument<T extends object>(options: {
  start: T;
  version: VersionWords;
  kind: DocumentKind;
  said: string;
  nameOf: (path: string, draft: T) => string;
  problems: (draft: T) => Problem[];
  problemsInPlace?: (draft: T) => Problem[];
  tidy?: (draft: T) => T;
  reveal?: (path: string) => void;
}): DocumentEdit<T> {
  const { tidy = (draft: T) => draft, reveal } = options;
  const { problemsInPlace = (draft: T) => options.problems(tidy(draft)) } = options;
  const [base, setBase] = useState(options.start);
  const [draft, setDraft] = useState(options.start);
  const [version, setVersion] = useState(options.version);
  const [errors, setErrors] = useState<CellErrors>({});
  const [busy, setBusy] = useState(false);
  const [past, setPast] = useState<T[]>([]);
  const latest = useRef(draft);
  const lastPath = useRef("");
  latest.current = draft;
  const changes = documentChanges(base, tidy(draft));
  useLeaveGuard(changes.length > 0);
  const afterPress = useAfterPress();

  const put = (next: T) => {
    latest.current = next;
    setDraft(next);
  };
  const [acts] = useState<DocumentActs>(() => ({
    set(path, value) {
      const before = latest.current;
      if (lastPath.current !== path) setPast((list) => [...list.slice(-UNDO_STEPS), before]);
      lastPath.current = path;
      put(withValue(before, path, value));
      setErrors((old) => {
        if (!Object.keys(old).some((one) => one === path || one.startsWith(`${path}.`))) return old;
        return Object.fromEntries(Object.entries(old).filter(([one]) => one !== path && !one.startsWith(`${path}.`)));
      });
    },
    leave() {
      lastPath.current = "";
      afterPress(() => setErrors(errorsOf(problemsInPlace(latest.current))));
    },
  }));

  function refuse(found: Record<string, string>): void {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first === undefined) return;
    reveal?.(first);
    focusCell(first);
  }

  /** Somebody saved since this page was opened: their version takes the place of the one that the draft started from. */
  async function catchUp(reason: string | undefined): Promise<void> {
    const mine = () => tidy(latest.current);
    const rebased = await rebase(options.kind, base, mine, (path) => options.nameOf(path, latest.current));
    setBusy(false);
    if (!rebased) return void toast(["Failed Saving!", reason].filter(Boolean).join(" "), "bad", STALE_MS);
    setBase(rebased.theirs);
    setVersion(rebased.version);
    // Steps back from before would take the other editor's changes away again.
    setPast([]);
    put(tidy(rebased.draft));
    acts.leave();
    toast(`Failed Saving! ${rebased.words}`, "bad", STALE_MS);
  }

  async function save(): Promise<void> {
    if (busy) return;
    const document = tidy(latest.current);
    put(document);
    const found = errorsOf(options.problems(document));
    if (Object.keys(found).length > 0) {
      toast(`Failed Saving! ${Object.values(found)[0]}`, "bad");
      return refuse(found);
    }
    setBusy(true);
    const answer = await callApi<{ data: VersionWords }>(SAVE_PATHS[options.kind], {
      ...document,
      basedOn: version.id,
    });
    if (!answer.response && answer.status === STALE) return await catchUp(answer.reason);
    setBusy(false);
    if (!answer.response) {
      toast(["Failed Saving!", answer.reason].filter(Boolean).join(" "), "bad");
      return refuse(answer.fields ?? {});
    }
    setErrors({});
    setBase(document);
    setPast([]);
    setVersion({ id: answer.data.id, savedAt: answer.data.savedAt, savedBy: answer.data.savedBy });
    toast(options.said);
  }

  return {
    ...acts,
    acts,
    draft,
    changes,
    errors,
    version,
    busy,
    canUndo: past.length > 0,
    replace(next) {
      setPast((list) => [...list.slice(-UNDO_STEPS), latest.current]);
      lastPath.current = "";
      put(next);
      acts.leave();
    },
    undo() {
      const before = past.at(-1);
      if (!before) return;
      setPast(past.slice(0, -1));
      lastPath.current = "";
      put(before);
      setErrors({});
    },
    save,
    showWrong: () => refuse(errorsOf(problemsInPlace(latest.current))),
  };
}
