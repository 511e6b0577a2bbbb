/** Ledgers that tests write as the job and people do (lending rules 14). */
import { type AgreedTerms, type ContractRecord, contractTerms } from "../../lib/domain/lending/contract.ts";
import { entriesOf, type LedgerAct } from "../../lib/domain/servicing/entries.ts";
import { ledgerFigures } from "../../lib/domain/servicing/figures.ts";
import { amountOf, type LedgerEntry, ledgerOn, type LedgerRow } from "../../lib/domain/servicing/ledger.ts";
import { advanceEntry, entriesToPost } from "../../lib/domain/servicing/posting.ts";
import { AGREED_WITHOUT_FEES } from "./agreed_terms.ts";

/** 100,000 for a year at 10% from 15 January 2027, or what `more` says. */
export function contract(more: Partial<AgreedTerms> = {}, version = 1): ContractRecord {
  const terms = contractTerms({
    ...AGREED_WITHOUT_FEES,
    effectiveDate: "2027-01-15",
    apr: null,
    ...more,
  });
  return { ...terms, id: version, version, stage: "in force", source: "letter", offerId: null };
}

/** A ledger as the job and people write it. */
export class Book {
  rows: LedgerRow[] = [];
  constructor(readonly contracts: ContractRecord[], begin = true) {
    if (begin) this.add({ ...advanceEntry(contracts[0]) });
  }
  add(entry: LedgerEntry & { key?: string }, reverses: number | null = null): LedgerRow {
    const id = this.rows.length + 1;
    const row = { key: `act:${id}`, ...entry, id, reverses };
    this.rows.push(row);
    return row;
  }
  post(today: string): LedgerEntry[] {
    const made = entriesToPost(this.rows, this.contracts, today);
    for (const one of made) this.add(one);
    return made;
  }
  pay(day: string, cents: number): LedgerRow {
    return this.record({ kind: "payment", day, cents, note: "" }).at(-1)!;
  }
  record(act: LedgerAct): LedgerRow[] {
    const first = this.rows.length + 1;
    return entriesOf(act).map((entry, i) => this.add({ ...entry, key: `act:request-${first}:${i}` }));
  }
  on = (day: string) => ledgerFigures(this.rows, this.contracts, day);
  state = (day: string) => ledgerOn(this.rows, day, [{ from: "", rate: this.contracts[0].rate }]);
}

/** Kind, day and by how many cents the balance changes. */
export const brief = (entries: LedgerEntry[]) =>
  entries.map(({ kind, day, ...one }) => [kind, day, amountOf({ ...one, kind, day })]);
