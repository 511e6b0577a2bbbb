/** A LIKE pattern that matches `text` literally, anywhere; the escape character is a backslash. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Whether every word of a search is in a text, ignoring case. */
export function matchesWords(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => lower.includes(word));
}
