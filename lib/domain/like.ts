/** A LIKE pattern that matches `text` literally, anywhere; the escape character is a backslash. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
