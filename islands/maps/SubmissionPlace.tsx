import { type ReactNode, useEffect } from "react";
import { formAtom } from "../loans/submission_atoms.ts";
import { useShared } from "../shell/use_shared.ts";
import { geocodeSoon } from "./geocode.ts";

/** Has the address of an application placed while it is filled in, by hand or from a file. Shows nothing. */
export function SubmissionPlace(props: { geocoder: string }): ReactNode {
  const [{ entries }] = useShared(formAtom);
  const { address = "", city = "", postal = "" } = entries;
  useEffect(() => geocodeSoon({ address, city, postal }, props.geocoder), [address, city, postal]);
  return null;
}
