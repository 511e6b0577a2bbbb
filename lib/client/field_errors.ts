/**
 * The error rule of every form: an error goes when its field is edited, is asked again when the field is left, and all
 * are asked again on submit. Values in, values out; no DOM here.
 */

/** One message a field, by the field's name (a path in a document). */
export type FieldErrors = Readonly<Record<string, string>>;

/** What is wrong with a form's values; empty where nothing is. */
export type Check<V> = (values: V) => FieldErrors;

export interface ErrorState {
  /** What is shown. */
  readonly errors: FieldErrors;
  /** Fields that were refused since the last success: these are asked again on leaving. */
  readonly recheck: readonly string[];
  /** Fields whose shown message only the server can take back. */
  readonly remote: readonly string[];
}

export const NO_ERRORS: ErrorState = { errors: {}, recheck: [], remote: [] };

export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;

/** After a submit that the form's own check stopped, or let through. */
export const checked = (errors: FieldErrors): ErrorState => ({ errors, recheck: Object.keys(errors), remote: [] });

/** After the server refused what was sent. */
export const refused = (errors: FieldErrors): ErrorState => ({ ...checked(errors), remote: Object.keys(errors) });

const isPartOf = (name: string, field: string) => name === field || name.startsWith(`${field}.`);

/** After an edit: the messages of the field, and of what lies within it, are gone. The same state where it had none. */
export function edited(state: ErrorState, field: string): ErrorState {
  const remaining = Object.entries(state.errors).filter(([name]) => !isPartOf(name, field));
  if (remaining.length === Object.keys(state.errors).length) return state;
  return {
    ...state,
    errors: Object.fromEntries(remaining),
    remote: state.remote.filter((name) => !isPartOf(name, field)),
  };
}

/**
 * After a field was left, with what the check finds now: the field's own message is back where it still holds, and
 * messages elsewhere that no longer hold are gone (two passwords that are the same by now).
 */
export function left(state: ErrorState, field: string, found: FieldErrors): ErrorState {
  if (state.recheck.length === 0) return state;
  const errors: Record<string, string> = {};
  for (const name of state.recheck) {
    const shown = state.errors[name];
    if (shown !== undefined && state.remote.includes(name)) errors[name] = shown;
    else if (found[name] && (shown !== undefined || isPartOf(name, field))) errors[name] = found[name];
  }
  const same = Object.keys({ ...errors, ...state.errors }).every((name) => errors[name] === state.errors[name]);
  return same ? state : { ...state, errors };
}

/** After a field of a document was left: it is asked in any case, since a document is submitted long after. */
export function leftPart(state: ErrorState, field: string, found: FieldErrors): ErrorState {
  const own = Object.keys(found).filter((name) => isPartOf(name, field) && !state.recheck.includes(name));
  return left(own.length ? { ...state, recheck: [...state.recheck, ...own] } : state, field, found);
}

/**
 * After a cell of a table was left, on which others hang: all that is wrong now, beside what only the server can take
 * back.
 */
export function allErrors(state: ErrorState, found: FieldErrors): ErrorState {
  const remaining = state.remote.filter((name) => name in state.errors).map((name) => [name, state.errors[name]]);
  return { errors: { ...found, ...Object.fromEntries(remaining) }, recheck: Object.keys(found), remote: state.remote };
}
