/** Ids and page numbers of an address. */

/** A page number from an address: an integer, at least 1. */
export const pageNumber = (text: string | undefined): number => /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1;

/** A row's id from an address; null for an invalid one. */
export const idFrom = (text: string | undefined): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : null;
