import type { ReactNode } from "react";
import { BANK_WORDS, type BankField, type DateOrder } from "../../lib/domain/servicing/bank_file.ts";
import type { BankPreview } from "../../lib/domain/servicing/bank_preview.ts";
import { FileColumns } from "../forms/file_columns.tsx";

const ORDERS: Readonly<Record<DateOrder, string>> = {
  ymd: "Year, month, day",
  mdy: "Month, day, year",
  dmy: "Day, month, year",
};

/** How the days of a bank's file are written, to be changed. */
export function DayOrder({ order, onChange }: { order: DateOrder; onChange: (order: DateOrder) => void }): ReactNode {
  return (
    <label>
      <span>Days are written</span>
      <select value={order} onChange={(event) => onChange(event.target.value as DateOrder)}>
        {Object.entries(ORDERS).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
      </select>
    </label>
  );
}

/** What each column of the bank's file holds, and how its days are written, to be changed. */
export function BankColumns(props: {
  preview: BankPreview;
  onChange: (columns: (BankField | "")[], order?: DateOrder) => void;
}): ReactNode {
  const { preview: { heads, columns, order }, onChange } = props;
  return (
    <FileColumns heads={heads} columns={columns} words={BANK_WORDS} onChange={onChange}>
      <DayOrder order={order} onChange={(chosen) => onChange(columns, chosen)} />
    </FileColumns>
  );
}
