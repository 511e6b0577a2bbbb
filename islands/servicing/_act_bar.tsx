import type { ComponentProps, ReactNode } from "react";

/** The form that acts on what is chosen of a table, with how much that is. */
export function ActBar(props: {
  label: string;
  said: string;
  busy?: boolean;
  disabled: boolean;
  /** Those of `useForm`. */
  handlers: ComponentProps<"form">;
  /** Another act, after the first. */
  also?: ReactNode;
  hidden?: boolean;
  children?: ReactNode;
}): ReactNode {
  const { label, said, busy, disabled, handlers, also, hidden, children } = props;
  return (
    <form noValidate className="act-bar no-print" hidden={hidden} {...handlers}>
      {children}
      <button className="btn primary" type="submit" disabled={disabled} aria-busy={busy || undefined}>{label}</button>
      {also}
      <p className="small mute" role="status">{said}</p>
    </form>
  );
}
