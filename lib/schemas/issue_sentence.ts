/** What a schema's issue says to a person. */
import * as v from "valibot";
import { fieldName, type FieldOf, type FieldPath } from "../domain/field_names.ts";
import { namingField } from "../domain/text_length.ts";

const wrong = (field: string): string => `${field} is missing or not valid.`;
export const NAMELESS = wrong("The request");

v.setGlobalMessage((issue) =>
  issue.type === "strict_object" && issue.expected === "never"
    ? "The request has a field that this form does not have. Leave it out."
    : NAMELESS
);

const pathOf = (issue: v.BaseIssue<unknown>) => (issue.path?.map(({ key }) => key) ?? []) as FieldPath;

/** An issue's sentence. A schema without words of its own knows no path, so the field's name is put in here. */
export function sentenceOf(issue: v.BaseIssue<unknown>, of?: FieldOf): string {
  if (issue.message !== NAMELESS) return issue.message;
  return wrong(fieldName(pathOf(issue), of) ?? "The request");
}

/** Likewise where the field is not in sight: what says "this" has its field's name before it. */
export const reasonOf = (issue: v.BaseIssue<unknown>, of?: FieldOf): string =>
  namingField(sentenceOf(issue, of), fieldName(pathOf(issue), of));
