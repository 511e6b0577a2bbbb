import { type PrimitiveAtom, useAtom } from "jotai";
import { useLayoutEffect, useState } from "react";

/**
 * Like `useAtom`, for state that several islands of a page share. The first render shows the atom's first value, as the
 * server did, so that an island that wakes late does not clash with what an earlier one has already changed.
 */
export function useShared<V>(atom: PrimitiveAtom<V> & { init: V }): [V, (next: V | ((old: V) => V)) => void] {
  const [value, set] = useAtom(atom);
  const [awake, setAwake] = useState(false);
  useLayoutEffect(() => setAwake(true), []);
  return [awake ? value : atom.init, set];
}
