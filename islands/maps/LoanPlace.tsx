import { type ReactNode, useEffect, useRef } from "react";
import { useLoanForm } from "../loans/loan_form.ts";

/**
 * Has the address of a loan placed as it was last saved; one that is `placed` by its address already, once it is saved
 * with another. Shows nothing. Only what is to be placed loads the script that asks.
 */
export function LoanPlace(props: { geocoder: string; placed: boolean }): ReactNode {
  const { address, city, postal } = useLoanForm().base;
  const known = useRef(props.placed ? [address, city, postal].join("|") : null);
  useEffect(() => {
    if (known.current === [address, city, postal].join("|")) return;
    known.current = null;
    let cancel: (() => void) | undefined, gone = false;
    import("./geocode.ts").then(({ geocodeSoon }) => {
      if (!gone) cancel = geocodeSoon({ address, city, postal }, props.geocoder);
    }).catch((error) => console.warn("no place for this address", error));
    return () => {
      gone = true;
      cancel?.();
    };
  }, [address, city, postal]);
  return null;
}
