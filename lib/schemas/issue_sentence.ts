/** What a schema's issue says to a person. */
import * as v from "valibot";
import { fieldName, type FieldOf, type FieldPath } from "../domain/field_names.ts";
import { inSentence } from "../domain/sentence.ts";

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

/** How sentences begin that stand beside their field and do not say which it is. */
const BESIDE_A_FIELD = [
  ...["Shorten this ", "This has characters ", "This is more than ", "From "],
  ...["Choose one of the list", "Choose from the list", "Choose On or Off"],
  ...["text", "a number", "a date as", "days", "dollars", "whole ", "a whole ", "years"].map((what) => `Enter ${what}`),
];

/** A sentence with its field's name before it, where it does not say itself which field it is about. */
export const namingField = (message: string, name: string | null): string =>
  name && BESIDE_A_FIELD.some((words) => message.startsWith(words)) ? `${name}: ${inSentence(message)}` : message;

/** Likewise where the field is not in sight. */
export const reasonOf = (issue: v.BaseIssue<unknown>, of?: FieldOf): string =>
  namingField(sentenceOf(issue, of), fieldName(pathOf(issue), of));
