/** One red message for the files that were sent together. */
import { toast } from "../toast.ts";
import { uploadErrorText } from "../upload_form.ts";

/** A file that was not taken; without a reason there was no answer. */
export interface RefusedFile {
  name: string;
  reason?: string;
}

/** So many are named with their reasons: more would cover a phone. */
const NAMED = 6;

/** Letters of a name that are said beside others, and of these the first ones; the list on the page has the whole. */
const NAME_LETTERS = 36, FIRST_LETTERS = 22;

const shortName = (name: string): string =>
  name.length > NAME_LETTERS ? `${name.slice(0, FIRST_LETTERS)}…${name.slice(FIRST_LETTERS + 1 - NAME_LETTERS)}` : name;

/** What is said of refused files: one as the specification has it (loans specification 8), several a line each. */
export function refusedText(files: readonly RefusedFile[]): string {
  const [{ name, reason }] = files;
  if (files.length === 1) return uploadErrorText(reason && `${name}: ${reason}`);
  const line = ({ name, reason = "Try again" }: RefusedFile) => `${shortName(name)}: ${reason}`;
  const more = files.length - NAMED;
  return [
    `Error: ${files.length} files were not taken`,
    ...files.slice(0, NAMED).map(line),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join("\n");
}

/** The message of one choice of files, which grows with each file that is refused. */
export interface RefusedFiles {
  /** Begins a new message: for the next choice of files. */
  begin(): void;
  add(...files: RefusedFile[]): void;
}

/** Says refused files in one message. An island keeps it: `useState(refusedFiles)`. */
export function refusedFiles(): RefusedFiles {
  let files: RefusedFile[] = [], close = () => {};
  return {
    begin: () => void (files = []),
    add(...more) {
      if (more.length === 0) return;
      files = [...files.filter(({ name }) => !more.some((one) => one.name === name)), ...more];
      close();
      close = toast(refusedText(files), "bad");
    },
  };
}
