import { type PrimitiveAtom, useAtom } from "jotai";
import { useLayoutEffect, useState } from "react";

/**
 * `useAtom` for state shared by several islands. The first render uses the initial value, as the server did, so that a
 * late island does not mismatch after another one changed the atom.
 */
export function useShared<V>(atom: PrimitiveAtom<V> & { init: V }): [V, (next: V | ((old: V) => V)) => void] {
  const [value, set] = useAtom(atom);
  const [awake, setAwake] = useState(false);
  useLayoutEffect(() => setAwake(true), []);
  return [awake ? value : atom.init, set];
}
