import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast } from "../../lib/client/toast.ts";
import type { LetterFacts } from "../../lib/domain/letters/facts.ts";
import { type FilledLetter, fillLetter, letterRefusal } from "../../lib/domain/letters/letter.ts";
import { LETTER_TITLES, type LetterKind, type LetterTerms, type SectionEdit } from "../../lib/domain/letters/terms.ts";
import { amountText } from "../../lib/domain/loans/loan_form.ts";
import { halfUp, parseNumber } from "../../lib/domain/money.ts";
import { carry, layOver, takeCarried, type TermEntries, type Written } from "./letter_carried.ts";

export interface LetterFile {
  id: string;
  name: string;
  /** Milliseconds. */
  uploadedAt: number;
}

/** What the page gives the letter's island. */
export interface LetterProps {
  kind: LetterKind;
  facts: LetterFacts;
  terms: LetterTerms;
  edits: SectionEdit[];
  revision: number;
  /** The state of the loan that the figures are from. */
  updatedAt: number;
  file: LetterFile | null;
  signed: boolean;
}

const NUMBERS = ["retainer", "otherFees", "balance", "fee"] as const;

function entriesOf(terms: LetterTerms): TermEntries {
  return {
    letterDate: terms.letterDate,
    expiresOn: terms.expiresOn,
    term: terms.term,
    retainer: amountText(terms.retainer),
    otherFees: amountText(terms.otherFees),
    balance: amountText(terms.balance),
    fee: amountText(terms.fee),
    rate: terms.rate === null ? "" : String(halfUp(terms.rate * 100, 1e6)),
  };
}

/** Fields that should hold a number and do not. */
function unreadable(entries: TermEntries): Partial<Record<keyof LetterTerms, string>> {
  const errors: Partial<Record<keyof LetterTerms, string>> = {};
  for (const name of [...NUMBERS, "rate"] as const) {
    const number = parseNumber(entries[name]);
    if (entries[name].trim() !== "" && (number === null || number < 0)) errors[name] = "Enter a number.";
    else if (name === "rate" && number !== null && number > 100) errors[name] = "Enter a rate from 0 to 100.";
    else if (number !== null && name !== "rate" && name !== "balance" && !Number.isInteger(number)) {
      errors[name] = "Enter whole dollars.";
    }
  }
  return errors;
}

function termsOf(entries: TermEntries): LetterTerms {
  const rate = parseNumber(entries.rate);
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, parseNumber(entries[name])]));
  return {
    ...numbers as Pick<LetterTerms, (typeof NUMBERS)[number]>,
    letterDate: entries.letterDate,
    expiresOn: entries.expiresOn,
    term: entries.term,
    rate: rate === null ? null : halfUp(rate / 100, 1e8),
  };
}

const said = ({ entries, edits }: Written) =>
  JSON.stringify([entries, [...edits].sort((a, b) => a.id < b.id ? -1 : 1)]);

export interface LetterState {
  letter: FilledLetter;
  entries: TermEntries;
  errors: Partial<Record<keyof LetterTerms, string>>;
  dirty: boolean;
  busy: "" | "save" | "generate";
  file: LetterFile | null;
  setTerm: (name: keyof LetterTerms, text: string) => void;
  /** The section's own text, or null for what the loan's figures say. */
  setSection: (id: string, text: string | null) => void;
  save: () => Promise<void>;
  generate: () => Promise<void>;
}

/** A letter that is being written: filled anew at every change, by the functions with which the server makes it. */
export function useLetter(props: LetterProps): LetterState {
  const { kind, facts } = props;
  const [entries, setEntries] = useState(() => entriesOf(props.terms));
  const [edits, setEdits] = useState<SectionEdit[]>(props.edits);
  const [revision, setRevision] = useState(props.revision);
  const [kept, setKept] = useState<Written>(() => ({ entries: entriesOf(props.terms), edits: props.edits }));
  const [file, setFile] = useState(props.file);
  const [signed, setSigned] = useState(props.signed);
  const [busy, setBusy] = useState<LetterState["busy"]>("");
  const running = useRef(false);
  const isCarried = useRef(false);
  const errors = unreadable(entries);
  const letter = useMemo(() => fillLetter(kind, facts, termsOf(entries), edits), [kind, facts, entries, edits]);
  const now: Written = { entries, edits };
  const dirty = said(now) !== said(kept);
  const carriedKey = `letter-${kind}-${facts.loanId}`;

  useEffect(() => {
    const carried = takeCarried(carriedKey);
    if (!carried) return;
    const { terms, sections, ...written } = layOver(kept, carried);
    setEntries(written.entries);
    setEdits([...written.edits]);
    const covered = letter.sections.filter(({ id }) => sections.includes(id)).map(({ title }) => title);
    if (terms.length > 0) covered.push("the letter's terms");
    const loaded = "The letter is loaded again, and what you wrote is in place.";
    if (covered.length === 0) toast(`${loaded} Save it.`, "ok", 12_000);
    else toast(`${loaded} Somebody else changed these too, and yours covers it: ${covered.join(", ")}.`, "bad", 20_000);
  }, []);

  useLayoutEffect(() => {
    if (!dirty) return;
    const stay = (event: BeforeUnloadEvent) => isCarried.current || event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [dirty]);

  async function send<T extends object>(what: "save" | "generate", more: object = {}): Promise<T | null> {
    if (running.current) return null;
    const wrong = Object.keys(errors)[0];
    if (wrong) {
      document.getElementById(`letter-${wrong}`)?.focus();
      return null;
    }
    running.current = true;
    setBusy(what);
    const body = { loanId: facts.loanId, kind, revision, terms: termsOf(entries), sections: edits, ...more };
    const answer = await callApi<{ data: T & { revision: number } }>(`/api/loans/${what}letter`, body);
    running.current = false;
    setBusy("");
    if (answer.response) {
      setRevision(answer.data.revision);
      setKept(now);
      return answer.data;
    }
    const text = answer.reason ?? "Failed Saving!";
    if (answer.status === 409) toast(text, "bad", 30_000, { label: "Load it", run: () => loadAgain.current() });
    else toast(text, "bad");
    return null;
  }

  const loadAgain = useRef(() => {});
  loadAgain.current = () => {
    // What is carried over needs no question on the way out.
    isCarried.current = carry(carriedKey, { base: kept, mine: now });
    location.reload();
  };

  async function generate() {
    const refusal = letterRefusal(letter);
    if (refusal) {
      toast(refusal, "bad");
      document.getElementById("letter-checks")?.focus();
      return;
    }
    const more = "The signed letter stays on file. The new one has to be signed again.";
    if (signed && !await confirmDialog("Replace the signed commitment?", { yes: "Replace", more })) return;
    const made = await send<{ file: LetterFile }>("generate", { updatedAt: props.updatedAt });
    if (!made) return;
    setFile(made.file);
    setSigned(false);
    toast(`${LETTER_TITLES[kind]} generated. It is ready to sign.`);
  }

  return {
    letter,
    entries,
    errors,
    dirty,
    busy,
    file,
    setTerm: (name, text) => setEntries((old) => ({ ...old, [name]: text })),
    setSection(id, text) {
      const section = letter.sections.find((one) => one.id === id);
      setEdits((old) => {
        const others = old.filter((one) => one.id !== id);
        return text === null || !section ? others : [...others, { id, text, basis: section.filled }];
      });
    },
    save: async () => {
      if (await send("save")) toast("Letter saved");
    },
    generate,
  };
}
