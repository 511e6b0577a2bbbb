/** Tells a text that comes back to the editor that wrote it from another's. */
export interface Echo {
  /** The editor wrote this. */
  tell(text: string): void;
  /** Whether this is what the editor wrote itself; another's text is the start of what comes back from then on. */
  isOwn(text: string): boolean;
}

/**
 * What was written comes back later, in order, and not each time: a text older than the last that came is another's.
 */
export function createEcho(start: string): Echo {
  let pending = [start];
  return {
    tell: (text) => void pending.push(text),
    isOwn(text) {
      const at = pending.indexOf(text);
      pending = at < 0 ? [text] : pending.slice(at);
      return at >= 0;
    },
  };
}
