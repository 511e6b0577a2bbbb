/** The public face of the feature operations. */
export { getStatus, type PortalStatus } from "./get_status.ts";
