import type { ReactNode } from "react";

/** Two values for one field: what stands in the form, and the other one with where it comes from. */
export interface ValueOption {
  field: string;
  label: string;
  mine: string;
  mineFrom: string;
  theirs: string;
  theirsFrom: string;
}

/** Asks field by field which of two values to keep. `taken` are the fields that hold the other one. */
export function ChooseValues(props: {
  choices: readonly ValueOption[];
  taken: ReadonlySet<string>;
  onTaken: (taken: ReadonlySet<string>) => void;
}): ReactNode {
  const { choices, taken, onTaken } = props;
  const choose = (field: string, theirs: boolean) =>
    onTaken(new Set(theirs ? [...taken, field] : [...taken].filter((one) => one !== field)));
  const option = (field: string, theirs: boolean, value: string, from: string) => (
    <label className="check">
      <input
        type="radio"
        name={`clash-${field}`}
        checked={taken.has(field) === theirs}
        onChange={() => choose(field, theirs)}
      />
      <span>
        <b>{value}</b>
        <span className="small mute">{from}</span>
      </span>
    </label>
  );
  return (
    <div className="clash-list">
      {choices.map(({ field, label, mine, mineFrom, theirs, theirsFrom }) => (
        <fieldset key={field}>
          <legend>{label}</legend>
          {option(field, false, mine, mineFrom)}
          {option(field, true, theirs, theirsFrom)}
        </fieldset>
      ))}
    </div>
  );
}
