import { useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import type { Trouble } from "./trouble_message.tsx";

/** Milliseconds without an edit after which the draft is sent to the server. */
const PAUSE_MS = 1200;
/** Milliseconds until a failed save is tried again. */
const RETRY_MS = 15_000;
const SIGNED_OUT = "You are signed out. What you typed is still here.";
const NO_ANSWER = "The server does not respond; saving is retried automatically.";

/** A form that the server keeps while it is filled in. `D` is plain JSON. */
export interface DraftOptions<D> {
  draft: D;
  /** The form at the start, as JSON: an empty or unchanged form is not saved. */
  start: string;
  isEmpty: (draft: D) => boolean;
  /** Identifies the draft: another value means another draft. */
  id: string;
  /** When the draft that the form goes on with was kept, in milliseconds; null for a new one. */
  keptAt: number | null;
  /** True while nothing may be saved: until the person has chosen a draft, and once the form is sent. */
  paused: boolean;
  /** The call, which answers with `updatedAt`. */
  path: string;
  /**
   * The body of the call. `builtOn` is when the earlier draft was saved; null for none, or after a save without an
   * answer.
   */
  body: (draft: D, id: string, builtOn: number | null) => object;
  /** Called with the instant of a save in milliseconds, null where it failed. */
  onKept: (at: number | null) => void;
}

/**
 * The third kind of form: a long one that is kept on the server while it is filled in, one save at a time, and sent by
 * its own calls at the end. Answers whether something is not kept yet, and why where the server does not take it.
 */
export function useDraft<D>(options: DraftOptions<D>): { unsaved: boolean; trouble: Trouble | null } {
  const { draft, start, id, paused } = options;
  /** `wrong` is the refused draft: its messages go with the next edit. */
  const [said, setSaid] = useState<Trouble & { wrong: string | null } | null>(null);
  const [tries, setTries] = useState(0);
  const now = JSON.stringify(draft);
  const saved = useRef(start);
  /** The save that this page builds on. */
  const last = useRef<{ id: string; at: number | null }>({ id, at: options.keptAt });
  const given = useRef(options.keptAt);
  if (given.current !== options.keptAt) last.current = { id, at: given.current = options.keptAt };
  const sending = useRef(false);
  const unsaved = now !== saved.current && !(saved.current === start && options.isEmpty(draft));
  const trouble = said && (said.wrong === null || said.wrong === now) ? said : null;
  const latest = useRef({ ...options, now, unsaved });
  latest.current = { ...options, now, unsaved: unsaved && !paused };

  async function save(leaving = false): Promise<void> {
    const sent = latest.current;
    if (!sent.unsaved || (sending.current && !leaving)) return;
    const builtOn = !sending.current && last.current.id === sent.id ? last.current.at : null;
    sending.current = true;
    const result = await callApi<{ updatedAt: number }>(sent.path, sent.body(sent.draft, sent.id, builtOn), {
      keepalive: leaving,
    });
    sending.current = false;
    if (result.response) {
      saved.current = sent.now;
      last.current = { id: sent.id, at: result.updatedAt };
      sent.onKept(result.updatedAt);
      setSaid(null);
    } else {
      if (result.network) last.current = { ...last.current, at: null };
      sent.onKept(null);
      const { status, reason = NO_ANSWER } = result, signedOut = status === 401;
      setSaid({ text: signedOut ? SIGNED_OUT : reason, signedOut, wrong: status === 422 ? sent.now : null });
    }
    setTries((before) => before + 1);
  }

  useEffect(() => {
    if (!unsaved || paused) return;
    const timer = setTimeout(save, trouble ? RETRY_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now, paused, id, tries]);

  // Saves the last edits when the page is hidden. Somebody who comes back may have signed in elsewhere.
  useEffect(() => {
    const turn = () => void save(document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", turn);
    return () => document.removeEventListener("visibilitychange", turn);
  }, []);

  return { unsaved, trouble: unsaved && !paused ? trouble : null };
}
