import { useStore } from "jotai";
import { useEffect, useRef, useState } from "react";
import { type Dispute, fillForm, type ReadFile, settleClashes } from "../../lib/client/loans/fill_form.ts";
import { loadPart } from "../../lib/client/load_part.ts";
import { toast } from "../../lib/client/toast.ts";
import type { FormView, ShownConfig } from "../../lib/domain/settings/form_config.ts";
import { filesAtom, formAtom, marksAtom, readAtom } from "./submission_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** Said after a fill, for eight seconds (loans specification 8). */
const REVIEW = "Please review as some fields may be incomplete";
const REVIEW_MS = 8000;

const clashDialog = () => import("./_clash_dialog.tsx");

/**
 * Fills the form with what files say, one after the other; a file with clashes waits for the person's choice, whose
 * dialog is loaded then.
 */
export function useFill(config: ShownConfig, view: FormView) {
  const store = useStore();
  const [waiting] = useShared(readAtom);
  const [disputes, setDisputes] = useState<readonly Dispute[]>([]);
  const said = useRef(-REVIEW_MS);

  function count(key: number, change: (filled: number) => number, more: { of?: number; file?: ReadFile } = {}): void {
    store.set(filesAtom, (files) =>
      files.map((one) => {
        if (one.key !== key) return one;
        const before = one.read ?? { filled: 0, of: 0, missed: [], note: null };
        const { missed = before.missed, note = before.note } = more.file ?? {};
        return { ...one, read: { filled: change(before.filled), of: more.of ?? before.of, missed, note } };
      }));
  }

  useEffect(() => {
    const files = store.get(readAtom);
    if (files.length === 0) return;
    store.set(readAtom, []);
    for (const file of files) {
      const { form, marks, clashes, filled, of } = fillForm(
        config,
        view,
        { form: store.get(formAtom), marks: store.get(marksAtom) },
        file,
      );
      store.set(formAtom, form);
      store.set(marksAtom, marks);
      count(file.key, () => filled, { of, file });
      if (clashes.length > 0) setDisputes((old) => [...old, { file, clashes }]);
      if (filled > 0 && performance.now() - said.current >= REVIEW_MS) {
        said.current = performance.now();
        toast(REVIEW, "ok", REVIEW_MS);
      }
    }
  }, [waiting]);

  const [clashes, setClashes] = useState<Awaited<ReturnType<typeof clashDialog>> | null>(null);
  useEffect(() => {
    if (disputes.length > 0) void loadPart(clashDialog).then((part) => part && setClashes(part));
  }, [disputes]);

  const dispute: Dispute | undefined = disputes[0];
  function settle(taken: ReadonlySet<string>): void {
    if (!dispute) return;
    const { form, marks } = settleClashes(
      { form: store.get(formAtom), marks: store.get(marksAtom) },
      dispute.clashes,
      taken,
    );
    store.set(formAtom, form);
    store.set(marksAtom, marks);
    count(dispute.file.key, (filled) => filled + taken.size);
    setDisputes((old) => old.slice(1));
  }
  return { clashes, dispute, settle };
}
