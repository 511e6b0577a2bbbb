/** What a schema's issue says to a person. */
import * as v from "valibot";
import { fieldName, type FieldOf, type FieldPath } from "../domain/field_names.ts";

const wrong = (field: string): string => `${field} is missing or not valid.`;
export const NAMELESS = wrong("The request");

v.setGlobalMessage((issue) =>
  issue.type === "strict_object" && issue.expected === "never"
    ? "The request has a field that this form does not have. Leave it out."
    : NAMELESS
);

/** An issue's sentence. A schema without words of its own knows no path, so the field's name is put in here. */
export function sentenceOf(issue: v.BaseIssue<unknown>, of?: FieldOf): string {
  if (issue.message !== NAMELESS) return issue.message;
  const path = (issue.path?.map(({ key }) => key) ?? []) as FieldPath;
  return wrong(fieldName(path, of) ?? "The request");
}
