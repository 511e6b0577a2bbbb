import type { MouseEvent, ReactNode } from "react";
import { MANY_LABELS, type NamedField } from "../../lib/client/loans/submission_form.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { fieldId } from "./_submit_field.tsx";

export const WRONG_FIELDS = "wrong-fields";

/** How many are shown of a folded list. */
const FIRST = 5;

function Links({ fields }: { fields: readonly NamedField[] }): ReactNode {
  return (
    <ul>
      {fields.map(({ path, label }) => (
        <li key={path}>
          <a
            className="link"
            href={`#${fieldId(path)}`}
            onClick={(event: MouseEvent) => {
              event.preventDefault();
              document.getElementById(fieldId(path))?.focus();
            }}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The fields that a review was refused for, as links to them: one alone needs no list, many are folded. */
export function WrongFields({ fields }: { fields: readonly NamedField[] }): ReactNode {
  if (fields.length < 2) return null;
  const shown = fields.length < MANY_LABELS ? fields.length : FIRST;
  return (
    <section className="wrong-fields" id={WRONG_FIELDS} aria-labelledby="wrong-fields-h">
      <h2 id="wrong-fields-h">
        <Icon name="circle-alert" />
        {`${fields.length} fields need your attention`}
      </h2>
      <Links fields={fields.slice(0, shown)} />
      {shown < fields.length && (
        <details>
          <summary>{`Show all ${fields.length}`}</summary>
          <Links fields={fields.slice(shown)} />
        </details>
      )}
    </section>
  );
}
