/** The variables of debits and credits: the key of bank details, and how the lender's bank knows the lender. */
import * as v from "valibot";
import { LONG_NAME, type Originator, ORIGINATOR_ID, SHORT_NAME } from "../domain/servicing/cpa005.ts";
import { key } from "./env_key.ts";

const matching = (pattern: RegExp, wanted: string) =>
  v.optional(v.pipe(v.string(), v.check((value) => pattern.test(value), wanted)));

export const BANK_VARIABLES = {
  BANK_DETAILS_KEY: key("BANK_DETAILS_KEY"),
  BANK_DETAILS_OLD_KEY: key("BANK_DETAILS_OLD_KEY"),
  EFT_ORIGINATOR_ID: matching(
    new RegExp(`^[A-Za-z0-9]{1,${ORIGINATOR_ID}}$`),
    `up to ${ORIGINATOR_ID} letters and digits, as the bank gave it`,
  ),
  EFT_DATA_CENTRE: matching(/^\d{5}$/, "five digits, as the bank gave them"),
  EFT_SHORT_NAME: matching(new RegExp(`^.{1,${SHORT_NAME}}$`), `a name of up to ${SHORT_NAME} characters`),
  EFT_LONG_NAME: matching(new RegExp(`^.{1,${LONG_NAME}}$`), `a name of up to ${LONG_NAME} characters`),
  EFT_NEXT_NUMBER: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => /^[1-9]\d{0,3}$/.test(value), "a number from 1 to 9999, one more than the bank had last"),
      v.transform(Number),
    ),
  ),
  EFT_RETURN_ACCOUNT: matching(
    /^\d{3}-\d{5}-\d{7,12}$/,
    "EFT_RETURN_ACCOUNT must be institution, transit and account, such as 001-23456-7890123.",
  ),
};

/** What a file in the banks' format cannot be without. */
const NEEDED = ["EFT_ORIGINATOR_ID", "EFT_DATA_CENTRE", "EFT_SHORT_NAME", "EFT_RETURN_ACCOUNT"] as const;
type Values = Readonly<Partial<Record<(typeof NEEDED)[number] | "EFT_LONG_NAME", string>>>;

/** What is set and what is missing of the originator, as a sentence; empty where all is there, or nothing. */
export function originatorProblem(values: Values): string {
  const missing = NEEDED.filter((name) => !values[name]);
  const set = [...NEEDED, "EFT_LONG_NAME" as const].find((name) => values[name]);
  return !set || missing.length === 0
    ? ""
    : `${missing[0]} is not set, but ${set} is: a file for the bank needs ${NEEDED.join(", ")}.`;
}

/** How the bank knows the lender; null where it is not set up. `name` is the lender's, where no long name is set. */
export function originatorOf(values: Values, name: string): Originator | null {
  if (!values.EFT_ORIGINATOR_ID) return null;
  const [institution, transit, account] = values.EFT_RETURN_ACCOUNT!.split("-");
  return {
    id: values.EFT_ORIGINATOR_ID,
    dataCentre: values.EFT_DATA_CENTRE!,
    shortName: values.EFT_SHORT_NAME!,
    longName: values.EFT_LONG_NAME ?? name,
    returns: { institution, transit, account },
  };
}
