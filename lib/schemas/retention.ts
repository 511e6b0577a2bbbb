/** The periods that owners choose, as their form sends them. */
import * as v from "valibot";
import { KEPT_KINDS, type KeptKind, RETENTION_RULES } from "../domain/operations/retention.ts";
import { number } from "./fields.ts";

/** Whole days, months or years of one kind, within its bounds. */
const period = (kind: KeptKind) => {
  const { least, most, unit } = RETENTION_RULES[kind];
  const message = `Enter whole ${unit} from ${least} to ${most}.`;
  const digits = v.pipe(v.string(), v.trim(), v.regex(/^\d{1,4}$/, message));
  const entered = v.optional(v.union([v.number(message), digits], message), "");
  return v.pipe(entered, number(least, most, message), v.integer(message));
};

export const RetentionInput = v.strictObject(
  Object.fromEntries(KEPT_KINDS.map((kind) => [kind, period(kind)])) as Record<KeptKind, ReturnType<typeof period>>,
);
