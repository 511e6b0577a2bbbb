import type { ReactNode } from "react";

/** The head of a column of boxes. */
export function PickHead(): ReactNode {
  return (
    <th role="columnheader" scope="col" className="pick">
      <span className="visually-hidden">Choose</span>
    </th>
  );
}

/** A row's box; without a label the row has none. */
export function PickCell<Key>(props: {
  of: Key;
  label: string;
  picked: readonly Key[];
  pick: (picked: Key[]) => void;
}): ReactNode {
  const { of, label, picked, pick } = props, isPicked = picked.includes(of);
  return (
    <td role="cell" className="pick">
      {label && (
        <label className="hit-area">
          <input
            type="checkbox"
            aria-label={label}
            checked={isPicked}
            onChange={() => pick(isPicked ? picked.filter((one) => one !== of) : [...picked, of])}
          />
        </label>
      )}
    </td>
  );
}
