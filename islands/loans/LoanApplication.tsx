import type { ReactNode } from "react";
import { usePageData } from "../../lib/client/page_data.ts";
import { type FormInput } from "../../lib/domain/settings/form_config.ts";
import { inputsOf, isShown, sectionsOf } from "../../lib/domain/settings/form_order.ts";
import { FlagKey } from "../../lib/ui/loans/flag_key.tsx";
import { flagOf, LoanDate, LoanNumber, LoanSelect, LoanText } from "./_loan_field.tsx";
import { type LendingData, type LoanFormState, useLoanForm } from "./loan_form.ts";
import { LoanProperties } from "./_loan_properties.tsx";

/** Fields of double width. */
const WIDE = new Set(["address", "lastName", "repaying"]);

/** A configured input; its id is the field's name. Error options are not enforced here (loans specification 5.2). */
function ConfiguredInput(props: { loan: LoanFormState; input: FormInput }): ReactNode {
  const { loan, input } = props;
  const field = {
    loan,
    block: "application",
    name: input.id,
    label: input.label,
    flag: flagOf(input, loan.form[input.id] ?? ""),
    wide: WIDE.has(input.id),
  };
  switch (input.type) {
    case "dropdown":
      return <LoanSelect {...field} empty="Not given" choices={input.options.map(({ value }) => String(value))} />;
    case "number":
      return <LoanNumber {...field} unit={input.unit === "dollars" ? "$" : undefined} />;
    case "date":
      return <LoanDate {...field} />;
    case "text":
      return <LoanText {...field} />;
  }
}

/** The application's boxes in configured order, each field with its colour flag. */
export function LoanApplication(): ReactNode {
  const loan = useLoanForm();
  const { config } = usePageData<LendingData>("lending");
  return (
    <section className="block" id="application" aria-labelledby="application-h">
      <header>
        <h2 id="application-h">Application</h2>
        <FlagKey />
      </header>
      {sectionsOf(config, "admin").map((name) => {
        const section = config[name];
        if (name === "additionalProperties") return <LoanProperties key={name} loan={loan} section={section} />;
        const inputs = inputsOf(section, "admin").filter(({ id }) => id in loan.form && isShown(id, loan.form));
        if (inputs.length === 0) return null;
        return (
          <div key={name} role="group" aria-labelledby={`application-${name}`}>
            <h3 className="subheading" id={`application-${name}`}>{section.title}</h3>
            <div className="grid-fields tight">
              {inputs.map((input) => <ConfiguredInput key={input.id} loan={loan} input={input} />)}
            </div>
          </div>
        );
      })}
    </section>
  );
}
