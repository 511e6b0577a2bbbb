import type { ReactNode } from "react";
import { BANK_FIELDS, BANK_WORDS, type BankField, type DateOrder } from "../../lib/domain/servicing/bank_file.ts";
import type { BankPreview } from "../../lib/domain/servicing/bank_preview.ts";

const ORDERS: Readonly<Record<DateOrder, string>> = {
  ymd: "Year, month, day",
  mdy: "Month, day, year",
  dmy: "Day, month, year",
};

/** What each column of the bank's file holds, and how its days are written, to be changed. */
export function BankColumns(props: {
  preview: BankPreview;
  onChange: (columns: (BankField | "")[], order?: DateOrder) => void;
}): ReactNode {
  const { preview: { heads, columns, order }, onChange } = props;
  return (
    <fieldset className="bank-columns">
      <legend className="subheading">Columns</legend>
      {heads.map((head, i) => (
        <label key={i}>
          <span>{head}</span>
          <select
            value={columns[i]}
            onChange={(event) => {
              const chosen = event.target.value as BankField | "";
              // A field is in one column: where it was before is not read any more.
              onChange(columns.map((one, k) => k === i ? chosen : one === chosen ? "" : one));
            }}
          >
            <option value="">Not read</option>
            {BANK_FIELDS.map((field) => <option key={field} value={field}>{BANK_WORDS[field]}</option>)}
          </select>
        </label>
      ))}
      <label>
        <span>Days are written</span>
        <select value={order} onChange={(event) => onChange(columns, event.target.value as DateOrder)}>
          {Object.entries(ORDERS).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
        </select>
      </label>
    </fieldset>
  );
}
