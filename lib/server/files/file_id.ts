/** File ids are generated: letters, digits, dash and underscore. Anything else never becomes a path. */
const ID = /^[A-Za-z0-9_-]{8,80}$/;

/** True for what may be the id of a stored file. */
export const isFileId = (text: string): boolean => ID.test(text);

export function requireFileId(id: string): string {
  if (!isFileId(id)) throw new Error("not a file id");
  return id;
}
