import type { ChangeEvent, ReactNode } from "react";
import { COMMENT_MAX, textProblem } from "../../lib/domain/text_length.ts";
import { AreaField } from "../../lib/ui/field.tsx";
import { useLoanForm } from "./loan_form.ts";

const COMMENTS = [
  { id: "brokerComments", name: "comments", label: "Broker Comments", hint: "What came with the application." },
  { id: "adminComments", name: "adminComments", label: "Admin Comments", hint: "Only administrators see these." },
] as const;

/** The broker's comments, and the administrators' internal ones. */
export function LoanComments(): ReactNode {
  const loan = useLoanForm();
  return (
    <section className="block" id="comments" aria-labelledby="comments-h">
      <header>
        <h2 id="comments-h">Comments</h2>
      </header>
      <div className="columns">
        {COMMENTS.map(({ id, name, label, hint }) => (
          <AreaField
            key={name}
            id={id}
            label={label}
            hint={hint}
            rows={5}
            value={loan.form[name] ?? ""}
            error={loan.error(name) || textProblem(loan.form[name] ?? "", COMMENT_MAX)}
            onChange={(event: ChangeEvent<HTMLTextAreaElement>) => loan.set({ [name]: event.target.value })}
          />
        ))}
      </div>
    </section>
  );
}
