import { useEffect, useRef, useState } from "react";
import type { CallResult } from "../../lib/client/call_api.ts";
import { conditionRefusal, sendCondition, sendConditionFile } from "../../lib/client/conditions/conditions.ts";
import { formToast } from "../../lib/client/toast.ts";
import type { ConditionItem } from "../../lib/domain/loans/condition_item.ts";
import { useDropGuard, useLeaveGuard } from "../shell/guards.ts";

/** A running upload. `part` is the fraction sent, 0 to 1. */
export type Upload = { name: string; size: number; part: number; stop: () => void };

export interface ConditionActs {
  loanId: number;
  items: ConditionItem[];
  patch(id: number, change: Partial<ConditionItem>): void;
  /** Keeps the focus on this condition's row when it moves or the focused button disappears. */
  follow(id: number, control?: string): void;
  /** Ids with a pending request. */
  busy: ReadonlySet<number>;
  uploads: Readonly<Record<number, Upload>>;
  /** Why a condition's act was refused, until its next one or an edit. */
  troubles: Readonly<Record<number, string>>;
  /** Takes back what a condition's last refusal said. */
  forget(id: number): void;
  check(item: ConditionItem, completed: boolean): Promise<void>;
  /** The caller keeps what was typed. */
  saveText(item: ConditionItem, text: string): Promise<CallResult>;
  upload(item: ConditionItem, file: File): Promise<void>;
}

/** The id of a condition's control, which keeps the focus when its row moves to another group. */
export const actId = (loanId: number, id: number): string => `loan-${loanId}-condition-${id}-act`;
/** The id of the button that sends a condition back. */
export const returnId = (id: number): string => `condition-${id}-return`;

/** Notifies other islands that a condition changed. */
const notifyConditionsChanged = () => document.dispatchEvent(new Event("conditions-changed"));

/**
 * A loan's conditions and their actions. Changes are shown at once and reverted where the server refuses them
 * (loans specification 4.4); files count once uploaded. `update` changes the list, which the caller holds.
 */
export function useConditions(
  loanId: number,
  items: ConditionItem[],
  update: (change: (list: ConditionItem[]) => ConditionItem[]) => void,
): ConditionActs {
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [uploads, setUploads] = useState<Record<number, Upload>>({});
  const [troubles, setTroubles] = useState<Record<number, string>>({});
  const [toasts] = useState(formToast);
  const moved = useRef<string | null>(null);

  useEffect(() => {
    if (moved.current === null || document.activeElement !== document.body) return;
    document.getElementById(moved.current)?.focus();
    moved.current = null;
  }, [items, uploads]);

  useLeaveGuard(Object.keys(uploads).length > 0);
  useDropGuard();

  const patch = (id: number, change: Partial<ConditionItem>) =>
    update((list) => list.map((item) => item.id === id ? { ...item, ...change } : item));
  const wait = (id: number, on: boolean) =>
    setBusy((ids) => {
      const next = new Set(ids);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });

  function forget(id: number): void {
    toasts.clear();
    setTroubles(({ [id]: _before, ...others }) => others);
  }
  /** Says that an act was refused: in a toast, which goes, and why at its condition, where it stays. */
  function refuse(id: number, says: string, why: string): void {
    toasts.refuse(says);
    setTroubles((all) => ({ ...all, [id]: why }));
  }

  async function send(item: ConditionItem, change: Partial<ConditionItem>, text?: string): Promise<CallResult> {
    forget(item.id);
    moved.current = actId(loanId, item.id);
    wait(item.id, true);
    // Text waits for the response: a row that moved away and back would lose what was typed.
    if (text === undefined) patch(item.id, change);
    const result = await sendCondition(loanId, item, change.completed ?? true, text);
    patch(
      item.id,
      result.response ? result.data.condition : { completed: item.completed, text: item.text },
    );
    if (result.response) notifyConditionsChanged();
    else refuse(item.id, conditionRefusal(result), `Not saved. ${result.reason || "Try again."}`);
    moved.current = actId(loanId, item.id);
    wait(item.id, false);
    return result;
  }

  async function check(item: ConditionItem, completed: boolean): Promise<void> {
    if (busy.has(item.id)) return;
    await send(item, { completed });
  }

  async function upload(item: ConditionItem, file: File): Promise<void> {
    if (uploads[item.id]) return;
    forget(item.id);
    const stopper = new AbortController();
    const report = (part: number) =>
      setUploads((all) => ({
        ...all,
        [item.id]: { name: file.name, size: file.size, part, stop: () => stopper.abort() },
      }));
    moved.current = actId(loanId, item.id);
    report(0);
    const sent = await sendConditionFile(loanId, item, file, report, stopper.signal);
    setUploads(({ [item.id]: _done, ...others }) => others);
    if (sent && "why" in sent) refuse(item.id, sent.says, sent.why);
    else if (sent) {
      patch(item.id, sent);
      notifyConditionsChanged();
    }
    moved.current = actId(loanId, item.id);
  }

  return {
    loanId,
    items,
    patch,
    follow(id, control = actId(loanId, id)) {
      moved.current = control;
      patch(id, {});
    },
    busy,
    uploads,
    troubles,
    forget,
    check,
    saveText: (item, text) => send(item, { completed: true, text }, text),
    upload,
  };
}
