import { type ReactNode, useEffect } from "react";
import { useLoanForm } from "../loans/loan_form.ts";
import { geocodeSoon } from "./geocode.ts";

/** Has the address of a loan placed as it was last saved. Shows nothing. */
export function LoanPlace(props: { geocoder: string }): ReactNode {
  const { address, city, postal } = useLoanForm().base;
  useEffect(() => geocodeSoon({ address, city, postal }, props.geocoder), [address, city, postal]);
  return null;
}
