import { atom } from "jotai";
import type { Marks, ReadFile } from "../../lib/client/loans/fill_form.ts";
import { EMPTY_FORM, type Errors, type SubmissionForm } from "../../lib/client/loans/submission_form.ts";
import type { ListedFile } from "../../lib/client/loans/upload_queue.ts";

/** What is typed and chosen in the submission form. */
export const formAtom = atom<SubmissionForm>(EMPTY_FORM);
/** What is wrong in it, by path. */
export const errorsAtom = atom<Errors>({});
/** The files of the submission, sent and on their way. */
export const filesAtom = atom<readonly ListedFile[]>([]);
/** The loan that the form became; null while it is being filled in. */
export const madeLoanAtom = atom<number | null>(null);
/** Which file filled a field; the mark goes when the person edits it. */
export const marksAtom = atom<Marks>({});
/** What was read of files and is not yet in the form. */
export const readAtom = atom<readonly ReadFile[]>([]);
/** The upload's token in place of the one that the page came with, once a draft was given up; null before. */
export const tokenAtom = atom<string | null>(null);
/** When the draft that the form goes on with was kept, in milliseconds; null for the one that the page came with. */
export const builtOnAtom = atom<number | null>(null);
/** The draft that the page offered was continued or given up; until then nothing is saved over it. */
export const settledAtom = atom(false);
/** When the server last kept the form, in milliseconds; null before. */
export const savedAtAtom = atom<number | null>(null);
