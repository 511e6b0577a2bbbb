/** Fills the submission form from read files: empty fields at once, others only after a choice. No DOM here. */
import { DOCUMENT_TYPES, type DocumentType } from "../../domain/documents/document_types.ts";
import type { FileType } from "../../domain/files/submitted.ts";
import type { DraftContent, FileMark, FilledMark } from "../../domain/loans/draft.ts";
import {
  type FormView,
  isEmptyEntry,
  SECTION_NAMES,
  type ShownConfig,
  type ShownInput,
} from "../../domain/settings/form_config.ts";
import { inputsOf } from "../../domain/settings/form_order.ts";
import { parseNumber } from "../../domain/money.ts";
import { type SubmissionForm, tidyNumber } from "./submission_form.ts";
import type { ListedFile, UploadedFile } from "./upload_queue.ts";

export type Marks = Readonly<Record<string, FilledMark>>;

/** A read file whose values are not in the form yet. `key` identifies it in the list. */
export type ReadFile = Omit<UploadedFile, "id"> & { key: number };

/** A field whose entry differs from the file's, `theirs`. */
export type Clash = {
  field: string;
  label: string;
  theirs: string;
  mark: FileMark;
};

/** A file that says otherwise than the form. */
export type Dispute = { file: ReadFile; clashes: Clash[] };

export type FillResult = { form: SubmissionForm; marks: Marks; clashes: Clash[]; filled: number; of: number };

/** The form's inputs by field name, without those of additional properties. */
function inputsByField(config: ShownConfig, view: FormView): Map<string, ShownInput> {
  const sections = SECTION_NAMES.filter((name) => name !== "additionalProperties");
  return new Map(sections.flatMap((name) => inputsOf(config[name], view).map((input) => [input.id, input])));
}

const isDocument = (type: FileType): type is DocumentType => (DOCUMENT_TYPES as readonly string[]).includes(type);

/** True where two entries of an input have the same value. */
function sameValue(input: ShownInput, a: string, b: string): boolean {
  if (input.type === "number") return parseNumber(a) === parseNumber(b);
  const fold = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();
  return fold(a) === fold(b);
}

/** The form with a file's values filled in, and the clashes. Never overwrites an entry. */
export function fillForm(
  config: ShownConfig,
  view: FormView,
  now: { form: SubmissionForm; marks: Marks },
  file: ReadFile,
): FillResult {
  const inputs = inputsByField(config, view);
  const entries = { ...now.form.entries };
  const marks: Record<string, FilledMark> = { ...now.marks };
  const clashes: Clash[] = [];
  let filled = 0;
  for (const [field, value] of Object.entries(file.data)) {
    const input = inputs.get(field);
    if (!input || !isDocument(file.type)) continue;
    const mark = { type: file.type, file: file.name, page: file.pages[field] ?? 1 };
    const theirs = input.type === "number" ? tidyNumber(input, value) : value;
    const yours = entries[field] ?? "";
    if (isEmptyEntry(yours)) {
      entries[field] = theirs;
      marks[field] = mark;
      filled++;
    } else if (sameValue(input, yours, theirs)) filled++;
    else clashes.push({ field, label: input.label, theirs, mark });
  }
  const of = Object.keys(file.data).length + file.missed.length;
  return { form: { ...now.form, entries }, marks, clashes, filled, of };
}

/** The form after the choice: `taken` are the fields that take the file's value. */
export function settleClashes(
  now: { form: SubmissionForm; marks: Marks },
  clashes: readonly Clash[],
  taken: ReadonlySet<string>,
): { form: SubmissionForm; marks: Marks } {
  const entries = { ...now.form.entries };
  const marks: Record<string, FilledMark> = { ...now.marks };
  for (const { field, theirs, mark } of clashes.filter((clash) => taken.has(clash.field))) {
    entries[field] = theirs;
    marks[field] = mark;
  }
  return { form: { ...now.form, entries }, marks };
}

/** The form as stored on the server. */
export function toDraft(form: SubmissionForm, marks: Marks, files: readonly ListedFile[]): DraftContent {
  return {
    entries: form.entries,
    rows: form.rows.map(({ entries }) => entries),
    exit: form.exit,
    comments: form.comments,
    marks,
    files: files.flatMap(({ id, type }) => id === undefined ? [] : [{ id, type }]),
  };
}

/** A stored form as the page holds it; anything typed meanwhile takes precedence. */
export function formFromDraft(draft: DraftContent, typed?: SubmissionForm): SubmissionForm {
  const filled = Object.entries(typed?.entries ?? {}).filter(([, entry]) => !isEmptyEntry(entry));
  return {
    entries: { ...draft.entries, ...Object.fromEntries(filled) },
    rows: [...draft.rows, ...typed?.rows.map(({ entries }) => entries) ?? []].map((entries, key) => ({ key, entries })),
    exit: typed?.exit || draft.exit,
    comments: typed?.comments || draft.comments,
  };
}
