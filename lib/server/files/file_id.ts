/** File ids are generated: letters, digits, dash and underscore. Anything else never becomes a path. */
const ID = /^[A-Za-z0-9_-]{8,80}$/;

export function requireFileId(id: string): string {
  if (!ID.test(id)) throw new Error("not a file id");
  return id;
}
