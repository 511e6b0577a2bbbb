import { type ReactNode, useEffect, useRef } from "react";

/** Confirms an email change: a form with one button, which the script submits by itself. */
export function ConfirmEmail(props: { recoverId: string }): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.requestSubmit(), []);
  return (
    <form className="stack" method="post" action="/api/auth/finishEmailChange" ref={form}>
      <input type="hidden" name="recoverId" value={props.recoverId} />
      <button className="btn primary wide" type="submit">Confirm this address</button>
    </form>
  );
}
