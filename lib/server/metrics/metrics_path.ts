/** Where the figures are read. */
export const METRICS_PATH = "/metrics";
