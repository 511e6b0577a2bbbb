/** The public face of the feature conditions: what routes and the server's tasks use of it. */
export { deleteSet } from "./delete_set.ts";
export { loadConditions } from "./load_conditions.ts";
export { markViewed } from "./mark_viewed.ts";
export { reviewCondition } from "./review_condition.ts";
export { saveConditions } from "./save_conditions.ts";
export { saveSet } from "./save_set.ts";
export { updateCondition } from "./update_condition.ts";
