import { atom } from "jotai";
import type { ReactNode } from "react";
import { useShared } from "../../../islands/shell/use_shared.ts";

const tally = atom(0);

/** A button whose count every island of this kind on the page shares. */
export function Tally(props: { id: string }): ReactNode {
  const [count, setCount] = useShared(tally);
  return <button id={props.id} type="button" onClick={() => setCount((n) => n + 1)}>{`${props.id} ${count}`}</button>;
}
