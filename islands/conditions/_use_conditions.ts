import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { sendCondition, sendConditionFile } from "../../lib/client/conditions/conditions.ts";
import type { ConditionItem } from "../../lib/domain/loans/condition_item.ts";
import { useDropGuard, useLeaveGuard } from "../shell/guards.ts";

/** A file on its way. `part` is how much of it has left, 0 to 1. */
export type Upload = { name: string; size: number; part: number; stop: () => void };

export interface ConditionActs {
  items: ConditionItem[];
  setItems: Dispatch<SetStateAction<ConditionItem[]>>;
  patch(id: number, change: Partial<ConditionItem>): void;
  /** The focus stays with this condition's row where it moves, or where the button that had it is gone. */
  follow(id: number, control?: string): void;
  /** Ids whose answer is still awaited. */
  busy: ReadonlySet<number>;
  uploads: Readonly<Record<number, Upload>>;
  check(item: ConditionItem, completed: boolean): Promise<void>;
  /** Answers whether the details were saved; what was typed stays with the caller. */
  saveText(item: ConditionItem, text: string): Promise<boolean>;
  upload(item: ConditionItem, file: File): Promise<void>;
}

/** The id of the control that acts on a condition: it keeps the focus when its row moves to the other group. */
export const actId = (id: number): string => `condition-${id}-act`;
/** The id of the button that sends a condition back. */
export const returnId = (id: number): string => `condition-${id}-return`;

/** Says on the page that a condition changed: what else shows it may read it anew. */
const tellChange = () => document.dispatchEvent(new Event("conditions-changed"));

/**
 * The conditions of a loan and the acts on them. A change shows at once and is taken back where the server refuses it
 * (spec 001, section 4.4); a file counts once it has arrived.
 */
export function useConditions(loanId: number, start: ConditionItem[], byLender = false): ConditionActs {
  const [items, setItems] = useState(start);
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [uploads, setUploads] = useState<Record<number, Upload>>({});
  const moved = useRef<string | null>(null);

  useEffect(() => {
    if (moved.current === null || document.activeElement !== document.body) return;
    document.getElementById(moved.current)?.focus();
    moved.current = null;
  }, [items, uploads]);

  useLeaveGuard(Object.keys(uploads).length > 0);
  useDropGuard();

  // As the server has it: what the lender does is accepted, what the broker does is to be looked at.
  const answered = { accepted: byLender, returnedAt: null, returnReason: "" };
  const patch = (id: number, change: Partial<ConditionItem>) =>
    setItems((list) => list.map((item) => item.id === id ? { ...item, ...change } : item));
  const wait = (id: number, on: boolean) =>
    setBusy((ids) => {
      const next = new Set(ids);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });

  async function send(item: ConditionItem, change: Partial<ConditionItem>, text?: string): Promise<boolean> {
    if (busy.has(item.id)) return false;
    moved.current = actId(item.id);
    wait(item.id, true);
    // Details wait for the answer: a row that moved away and came back would lose what was typed.
    if (text === undefined) patch(item.id, change);
    const done = await sendCondition(loanId, item.id, change.completed ?? true, text);
    patch(item.id, done ? { ...change, ...answered } : { completed: item.completed, text: item.text });
    if (done) tellChange();
    moved.current = actId(item.id);
    wait(item.id, false);
    return done;
  }

  async function upload(item: ConditionItem, file: File): Promise<void> {
    if (uploads[item.id]) return;
    const stopper = new AbortController();
    const report = (part: number) =>
      setUploads((all) => ({
        ...all,
        [item.id]: { name: file.name, size: file.size, part, stop: () => stopper.abort() },
      }));
    moved.current = actId(item.id);
    report(0);
    const sent = await sendConditionFile(loanId, item.id, file, report, stopper.signal);
    setUploads(({ [item.id]: _done, ...others }) => others);
    if (sent) {
      patch(item.id, { completed: true, fileName: sent.name, fileSize: sent.size, fileId: sent.id, ...answered });
      tellChange();
    }
    moved.current = actId(item.id);
  }

  return {
    items,
    setItems,
    patch,
    follow: (id, control = actId(id)) => void (moved.current = control),
    busy,
    uploads,
    check: async (item, completed) => void await send(item, { completed }),
    saveText: (item, text) => send(item, { completed: true, text }, text),
    upload,
  };
}
