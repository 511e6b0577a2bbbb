import * as v from "valibot";

/** The values that a form's page showed, by name. */
const Seen = v.pipe(v.string(), v.maxLength(20_000), v.parseJson(), v.record(v.string(), v.string()));

/**
 * What a refused plain form entered, by name. A field that is as its page showed it (`seen` among the values, as JSON)
 * is left out: it has what is stored by now, which somebody may have changed meanwhile.
 */
export function changedHere(
  sent: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>>,
): Record<string, string> {
  const { seen, ...values } = sent, { output, success } = v.safeParse(Seen, seen);
  const was = success ? output : stored;
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== was[name]));
}
