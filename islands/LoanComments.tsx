import type { ChangeEvent, ReactNode } from "react";
import type { LoanForm } from "../lib/domain/loan/loan_form.ts";
import { AreaField } from "../lib/ui/field.tsx";
import { useLoanForm } from "./_loan_form.ts";

const COMMENTS = [
  { name: "comments", label: "Broker Comments", hint: "What came with the application." },
  { name: "adminComments", label: "Admin Comments", hint: "Only administrators read these." },
] as const;

/** What the broker said, and what stays among administrators. */
export function LoanComments(props: { form: LoanForm }): ReactNode {
  const loan = useLoanForm(props.form);
  return (
    <section className="block" id="comments" aria-labelledby="comments-h">
      <header>
        <h2 id="comments-h">Comments</h2>
      </header>
      <div className="cols">
        {COMMENTS.map(({ name, label, hint }) => (
          <AreaField
            key={name}
            id={name}
            label={label}
            hint={hint}
            rows={5}
            maxLength={10_000}
            value={loan.form[name] ?? ""}
            error={loan.error(name)}
            onChange={(event: ChangeEvent<HTMLTextAreaElement>) => loan.set({ [name]: event.target.value })}
          />
        ))}
      </div>
    </section>
  );
}
