import type { ReactNode } from "react";
import { type Errors, openInExit, type SubmissionForm } from "../../lib/client/loans/submission_form.ts";
import { EXIT_STRATEGIES } from "../../lib/domain/loans/deal_options.ts";
import { COMMENT_MAX, textProblem } from "../../lib/domain/text_length.ts";
import { AreaField } from "../../lib/ui/field.tsx";
import { fieldId } from "./_submit_field.tsx";

/** Exit strategy and the broker's comments. */
export function ExitSection(props: {
  form: SubmissionForm;
  errors: Errors;
  onForm: (next: Partial<SubmissionForm>) => void;
}): ReactNode {
  const { form, errors, onForm } = props;
  const { exitStrategy: error, comments } = errors;
  const id = fieldId("exitStrategy");
  return (
    <section className="part" id="s-exit" aria-labelledby="s-exit-h">
      <header>
        <h2 id="s-exit-h">Exit and comments</h2>
        <p className="align-end">{openInExit(form, errors)}</p>
      </header>
      <div className="stack">
        <div className="field">
          <fieldset className="row">
            <legend className="label-line">Is there an exit strategy?</legend>
            {EXIT_STRATEGIES.map(({ value, label }, index) => (
              <label className="check" key={value}>
                <input
                  type="radio"
                  name="exitStrategy"
                  id={index === 0 ? id : undefined}
                  value={value}
                  checked={form.exit === value}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `${id}-e` : undefined}
                  onChange={() => onForm({ exit: value })}
                />{" "}
                {label}
              </label>
            ))}
          </fieldset>
          {error && <p className="error" id={`${id}-e`}>{error}</p>}
        </div>
        <AreaField
          id="f-comments"
          label="Comments"
          note="optional"
          name="comments"
          error={comments || textProblem(form.comments, COMMENT_MAX)}
          value={form.comments}
          onChange={(event) => onForm({ comments: event.target.value })}
        />
      </div>
    </section>
  );
}
