import type { ReactNode } from "react";

/** What each column of a file holds, to be changed; `children` is what else is asked of the file. */
export function FileColumns<Field extends string>(props: {
  heads: readonly string[];
  columns: readonly (Field | "")[];
  /** What a column may hold, with its words. */
  words: Readonly<Record<Field, string>>;
  onChange: (columns: (Field | "")[]) => void;
  children?: ReactNode;
}): ReactNode {
  const { heads, columns, words, onChange, children } = props;
  return (
    <fieldset className="file-columns">
      <legend className="subheading">Columns</legend>
      {heads.map((head, i) => (
        <label key={i}>
          <span>{head || `Column ${i + 1}`}</span>
          <select
            value={columns[i]}
            onChange={(event) => {
              const chosen = event.target.value as Field | "";
              // A field is in one column: where it was before is not read any more.
              onChange(columns.map((one, k) => k === i ? chosen : one === chosen ? "" : one));
            }}
          >
            <option value="">Not read</option>
            {Object.entries<string>(words).map(([field, word]) => <option key={field} value={field}>{word}</option>)}
          </select>
        </label>
      ))}
      {children}
    </fieldset>
  );
}
