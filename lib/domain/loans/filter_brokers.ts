/** Brokers that a filter offers, the first by name; a search finds the others. */
export const FILTER_BROKERS_MOST = 200;
