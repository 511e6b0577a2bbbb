import { atom } from "jotai";
import { EMPTY_FORM, type SubmissionForm } from "../../lib/client/submission_form.ts";
import type { ListedFile } from "../../lib/client/upload_queue.ts";

/** What is typed and chosen in the submission form. */
export const formAtom = atom<SubmissionForm>(EMPTY_FORM);
/** The files of the submission, sent and on their way. */
export const filesAtom = atom<readonly ListedFile[]>([]);
/** The loan that the form became; null while it is being filled in. */
export const madeLoanAtom = atom<number | null>(null);
