/** First and last name as one text; empty where there is neither. */
export const clientName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [firstName, lastName].map((name) => name.trim()).filter(Boolean).join(" ");
