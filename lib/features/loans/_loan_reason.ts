/** What a loan's refused entries say as one reason. */
import { fieldName } from "../../domain/field_names.ts";
import type { FieldProblem } from "../../domain/loans/submission.ts";
import { findInput } from "../../domain/settings/config_fields.ts";
import type { FormConfig } from "../../domain/settings/form_config.ts";
import { namingField } from "../../schemas/issue_sentence.ts";

/** A problem's message, with the field's label where the message is of use beside the field alone. */
export function loanReason({ field, message }: FieldProblem, config: FormConfig): string {
  const labelOf = (name: string) => findInput(config, name)?.input.label;
  return namingField(message, fieldName(["data", ...field.split(".")], { call: "updateloan", labelOf }));
}
