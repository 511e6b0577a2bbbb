/** The periods that owners choose, and the events that they deal with, as their forms send them. */
import * as v from "valibot";
import { RETAINED_KINDS, type RetainedKind, RETENTION_RULES } from "../domain/operations/retention.ts";
import { id, number, requiredText } from "./fields.ts";

/** Whole days, months or years of one kind, within its bounds. */
const period = (kind: RetainedKind) => {
  const { least, most, unit } = RETENTION_RULES[kind];
  const message = `Enter whole ${unit} from ${least} to ${most}.`;
  const digits = v.pipe(v.string(), v.trim(), v.regex(/^\d{1,4}$/, message));
  const entered = v.optional(v.union([v.number(message), digits], message), "");
  return v.pipe(entered, number(least, most, message), v.integer(message));
};

const periods = Object.fromEntries(RETAINED_KINDS.map((kind) => [kind, period(kind)])) as Record<
  RetainedKind,
  ReturnType<typeof period>
>;

export const RetentionInput = v.strictObject(periods);

/** `seen` are the periods that the form showed, as JSON: one that changed since is refused; left out, none is. */
export const SaveRetentionInput = v.strictObject({
  ...periods,
  seen: v.optional(v.pipe(v.string(), v.maxLength(1_000), v.parseJson(), v.object(periods))),
});
export type SaveRetentionInput = v.InferOutput<typeof SaveRetentionInput>;

/** One consumer's delivery of an event. */
export const FailedEventInput = v.object({ eventId: id, consumer: requiredText("Name the consumer.", 100) });
export type FailedEventInput = v.InferOutput<typeof FailedEventInput>;
