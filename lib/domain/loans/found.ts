/** Loans and brokers that the command palette lists of what it finds: of loans the newest. */
export const FOUND_MOST = { loans: 8, brokers: 5 } as const;
