import { Fragment, type ReactNode } from "react";

/** An email address that breaks after "@" and "." where its line is too short, before it breaks in a word. */
export function EmailAddress({ address }: { address: string }): ReactNode {
  return address.split(/(?<=[@.])/).map((part, i) => <Fragment key={i}>{i > 0 && <wbr />}{part}</Fragment>);
}
