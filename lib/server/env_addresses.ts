/** What addresses and hosts of the environment may be. */

/** A name or an address to listen at; one of IPv6 without brackets. */
export const isHost = (host: string): boolean =>
  /^[\w.-]+$/.test(host) ? URL.canParse(`http://${host}`) : host.includes(":") && URL.canParse(`http://[${host}]`);

/** The whole address of an object storage. Keys have characters in them that an address must write otherwise. */
export function isStorage(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  const whole = url && /^https?:$/.test(url.protocol) && url.username && url.password && url.pathname.length > 1;
  return !!whole && canDecode(url.username) && canDecode(url.password);
}

/** The address of a mail server: with user and password, or with neither. */
export function isSmtp(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || url.search || url.hash) return false;
  if (url.pathname !== "" && url.pathname !== "/") return false;
  return !!url.username === !!url.password && canDecode(url.username) && canDecode(url.password);
}

/** A folder or a file, as `file:` and its path; a comma parts the paths that a server may write. */
export const isPath = (value: string): boolean => value.startsWith("file:") && !value.includes(",") && canDecode(value);

/** A database file, or a libSQL server with its host. */
export const isDatabase = (value: string): boolean => isPath(value) || /^\w+:\/\/[^/]/.test(value);

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
