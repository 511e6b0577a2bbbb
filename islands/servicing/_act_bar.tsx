import type { ReactNode } from "react";

/** The act on what is chosen of a table, with how much that is. */
export function ActBar(props: {
  label: string;
  said: string;
  busy?: boolean;
  disabled: boolean;
  onAct: () => void;
  /** Another act, after the first. */
  also?: ReactNode;
  hidden?: boolean;
  children?: ReactNode;
}): ReactNode {
  const { label, said, busy, disabled, onAct, also, hidden, children } = props;
  return (
    <div className="act-bar no-print" hidden={hidden}>
      {children}
      <button
        className="btn primary"
        type="button"
        disabled={disabled}
        aria-busy={busy || undefined}
        onClick={onAct}
      >
        {label}
      </button>
      {also}
      <p className="small mute" role="status">{said}</p>
    </div>
  );
}
