/** Distinguishes a text that the editor itself wrote from one that was set from outside. */
export interface Echo {
  /** Notes a text that the editor wrote. */
  tell(text: string): void;
  /** True where the editor wrote this text itself; a text from outside becomes the new start. */
  isOwn(text: string): boolean;
}

/**
 * Written texts come back later, in order, and some never do: one older than the last that came back is from outside.
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
