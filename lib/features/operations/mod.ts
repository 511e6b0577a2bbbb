/** The public face of the feature operations. */
export { type FailedEvent, setEventAside, tryEventAgain } from "./failed_events.ts";
export { getStatus, type PortalStatus } from "./get_status.ts";
export { getRetention, type RetentionReport } from "./get_retention.ts";
export { lastRun } from "./remove_expired.ts";
export { saveRetention } from "./save_retention.ts";
