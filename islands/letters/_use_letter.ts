import { type ReactNode, useMemo, useRef, useState } from "react";
import { startDocument } from "../../lib/client/document_state.ts";
import { type FieldErrors, hasErrors } from "../../lib/client/field_errors.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast } from "../../lib/client/toast.ts";
import type { ContractTerms } from "../../lib/domain/lending/contract.ts";
import type { LetterFacts } from "../../lib/domain/letters/facts.ts";
import { type FilledLetter, fillLetter, letterRefusal, termErrors } from "../../lib/domain/letters/letter.ts";
import {
  type LetterDocument,
  letterDocument,
  letterPartName,
  letterPartText,
  sameInLetter,
  sectionEdits,
  type TermEntries,
  termProblems,
  termsOf,
} from "../../lib/domain/letters/letter_document.ts";
import { outdatedText } from "../../lib/domain/letters/letter_out.ts";
import type { LetterKind, LetterTerms, SectionEdit } from "../../lib/domain/letters/terms.ts";
import { documentChanges } from "../../lib/domain/settings/document_changes.ts";
import { useDocument, useDocumentStore } from "../forms/use_document.ts";
import { useLeaveGuard } from "../shell/guards.ts";

export interface LetterFile {
  id: string;
  name: string;
  /** Milliseconds. */
  uploadedAt: number;
}

/** What a letter stands on: its own revision, and the loan's state with its facts. */
interface LetterVersion {
  revision: number;
  facts: LetterFacts;
  /** The state of the loan that the figures are from, in milliseconds. */
  updatedAt: number;
  /** What the letter that is out offers. */
  offer: ContractTerms | null;
  file: LetterFile | null;
}

/** What the page gives the letter's island. */
export interface LetterProps extends LetterVersion {
  kind: LetterKind;
  terms: LetterTerms;
  edits: SectionEdit[];
}

type StoredLetter = LetterVersion & { terms: LetterTerms; sections: SectionEdit[] };
/** All of it for a letter that was generated, the revision alone of a draft. */
type LetterResult = { data: Partial<LetterVersion> };

export interface LetterState {
  letter: FilledLetter;
  facts: LetterFacts;
  terms: TermEntries;
  /** The entries as they were last saved. */
  savedTerms: TermEntries;
  /** The entries as the letter has them. */
  letterTerms: LetterTerms;
  errors: Readonly<Record<string, string>>;
  dirty: boolean;
  busy: "" | "save" | "generate";
  file: LetterFile | null;
  /** Which terms the letter that is out states otherwise, and what to do; empty where none. */
  outdated: string;
  setTerm: (name: keyof LetterTerms, text: string) => void;
  leaveTerm: (name: keyof LetterTerms) => void;
  /** The section's own text, or null for what the loan's figures say. */
  setSection: (id: string, text: string | null) => void;
  save: () => Promise<void>;
  generate: () => Promise<void>;
  dialog: ReactNode;
}

/** A letter that is being written: filled anew at every change, by the functions with which the server makes it. */
export function useLetter({ kind, terms, edits, ...opened }: LetterProps): LetterState {
  const { facts: { loanId } } = opened;
  const store = useDocumentStore<LetterDocument, LetterVersion>(() =>
    startDocument(letterDocument(terms, edits), opened)
  );
  const { draft, base, version } = store.state, { file, offer } = version;
  const [work, setWork] = useState<"save" | "generate">("save");
  /** True once it could not be generated: from then on a missing figure is marked too. */
  const refused = useRef(false);
  const fill = (document: LetterDocument) => fillLetter(kind, version.facts, termsOf(document), sectionEdits(document));
  const letter = useMemo(() => fill(draft), [kind, version.facts, draft]);
  /** What is wrong at the fields. A draft is saved with them, but for what is no number. */
  const wrongIn = (document: LetterDocument): FieldErrors => ({
    ...termErrors(fill(document), refused.current),
    ...termProblems(document),
  });
  const bodyOf = (document: LetterDocument, { revision }: LetterVersion) => ({
    loanId,
    kind,
    revision,
    terms: termsOf(document),
    sections: sectionEdits(document),
  });
  const edit = useDocument<LetterDocument, LetterVersion, LetterResult, StoredLetter>(store, {
    staleId: "stale-letter",
    text: {
      nameOf: (path) => letterPartName(path, Object.fromEntries(letter.sections.map(({ id, title }) => [id, title]))),
      textOf: letterPartText,
      same: sameInLetter,
    },
    check: termProblems,
    checkInPlace: wrongIn,
    path: "/api/loans/saveletter",
    body: (document, { version }) => bodyOf(document, version),
    stored: ({ data }, sent) => ({ document: sent, version: { ...store.latest().version, ...data } }),
    theirs: ({ terms, sections, ...version }) => ({ document: letterDocument(terms, sections), version }),
    said: ({ data }) => data.file ? "" : "Letter saved",
    failed: "",
    focus: (path) => document.getElementById(`letter-${path.replace("terms.", "")}`)?.focus(),
  });
  const dirty = documentChanges(base, draft).some(({ path, before, after }) => !sameInLetter(path, before, after));
  useLeaveGuard(dirty);

  async function generate() {
    const refusal = letterRefusal(letter);
    if (refusal) {
      refused.current = true;
      edit.refuse(refusal);
      edit.showWrong();
      if (!hasErrors(wrongIn(store.latest().draft))) document.getElementById("letter-checks")?.focus();
      return;
    }
    const more = "The signed letter stays on file. The new one has to be signed again.";
    if (version.facts.signed && !await confirmDialog("Replace the signed commitment?", { yes: "Replace", more })) {
      return;
    }
    const { toConfirm } = letter;
    const said = { yes: "Generate it", more: toConfirm.join(" ") };
    if (toConfirm.length > 0 && !await confirmDialog("Generate the letter anyway?", said)) return;
    setWork("generate");
    const made = await edit.save({
      path: "/api/loans/generateletter",
      body: (document, { version }) => ({
        ...bodyOf(document, version),
        updatedAt: version.updatedAt,
        confirmed: toConfirm,
        seen: letter.sections.map(({ filled }) => filled),
      }),
    });
    if (!made?.data.file) return;
    toast(`${letter.title} generated. It is ready to sign.`);
  }

  return {
    letter,
    facts: version.facts,
    terms: draft.terms,
    savedTerms: base.terms,
    letterTerms: termsOf(draft),
    errors: edit.errors,
    dirty,
    busy: edit.busy ? work : "",
    file,
    outdated: outdatedText(offer, kind, version.facts, termsOf(draft), letter.figures),
    setTerm: (name, text) => edit.edit(`terms.${name}`, (old) => ({ ...old, terms: { ...old.terms, [name]: text } })),
    leaveTerm: (name) => edit.leave(`terms.${name}`),
    setSection(id, text) {
      const section = letter.sections.find((one) => one.id === id);
      edit.edit(`sections.${id}`, (old) => {
        const { [id]: _gone, ...others } = old.sections;
        return { ...old, sections: text === null || !section ? others : { ...others, [id]: [text, section.filled] } };
      });
    },
    async save() {
      setWork("save");
      await edit.save();
    },
    generate,
    dialog: edit.dialog,
  };
}
