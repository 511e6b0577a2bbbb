/** A search text as a LIKE pattern that means these characters alone; the escape character is a backslash. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
