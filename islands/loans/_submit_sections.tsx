import type { ReactNode } from "react";
import type { Marks } from "../../lib/client/loans/fill_form.ts";
import {
  type Errors,
  openInSection,
  type SectionOutline,
  type SubmissionForm,
} from "../../lib/client/loans/submission_form.ts";
import {
  type FormView,
  type SectionName,
  type ShownConfig,
  type ShownInput,
} from "../../lib/domain/settings/form_config.ts";
import { inputsOf, isShown } from "../../lib/domain/settings/form_order.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { FlagKey } from "../../lib/ui/loans/flag_key.tsx";
import { EntryField } from "./_submit_field.tsx";

/** Props of every section. */
export interface SectionProps {
  config: ShownConfig;
  view: FormView;
  form: SubmissionForm;
  errors: Errors;
  marks: Marks;
  /** YYYY-MM-DD in Toronto. */
  today: string;
  onEnter: (path: string, value: string) => void;
  onLeave: (input: ShownInput, path: string, value: string) => void;
  onRows: (rows: SubmissionForm["rows"]) => void;
}

/** A section of configured inputs, or the list of additional properties; `flags` explains the flags in its head. */
export function FormSection(props: SectionProps & { outline: SectionOutline; flags: boolean }): ReactNode {
  const { outline, flags, config, view, form, errors, marks, today, onEnter, onLeave } = props;
  const { name, title } = outline;
  const inputs = inputsOf(config[name], view).filter(({ id }) => isShown(id, form.entries));
  const listed = name === "additionalProperties";
  return (
    <section className="part" id={`s-${name}`} aria-labelledby={`s-${name}-h`}>
      <header>
        <h2 id={`s-${name}-h`}>{title}</h2>
        {flags && <FlagKey />}
        <p className="align-end">{openInSection(outline, form, errors) || (listed ? "None" : "")}</p>
      </header>
      {listed ? <Properties {...props} name={name} inputs={inputs} /> : (
        <div className="grid-fields">
          {inputs.map((input) => (
            <EntryField
              key={input.id}
              input={input}
              path={input.id}
              value={form.entries[input.id] ?? ""}
              today={today}
              error={errors[input.id]}
              mark={marks[input.id]}
              onEnter={onEnter}
              onLeave={onLeave}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Most rows of additional properties that the server accepts. */
const ROWS_MAX = 30;

/** The applicant's additional properties, one row each. */
function Properties(props: SectionProps & { name: SectionName; inputs: ShownInput[] }): ReactNode {
  const { name, inputs, form, errors, today, onEnter, onLeave, onRows } = props;
  const { rows } = form;
  const focus = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());
  const add = () => {
    const key = 1 + Math.max(-1, ...rows.map((row) => row.key));
    onRows([...rows, { key, entries: {} }]);
    focus(`f-${name}-${rows.length}-${inputs[0]?.id}`);
  };
  const remove = (key: number) => {
    onRows(rows.filter((row) => row.key !== key));
    focus("add-property");
  };
  return (
    <div className="stack">
      {rows.map(({ key, entries }, index) => (
        <fieldset key={key} className="property">
          <legend className="visually-hidden">{`Other property ${index + 1}`}</legend>
          <div className="grid-fields">
            {inputs.map((input) => {
              const path = `${name}.${index}.${input.id}`;
              return (
                <EntryField
                  key={input.id}
                  input={input}
                  path={path}
                  value={entries[input.id] ?? ""}
                  today={today}
                  error={errors[path]}
                  onEnter={onEnter}
                  onLeave={onLeave}
                />
              );
            })}
          </div>
          <button
            className="btn bare icon-only"
            type="button"
            aria-label={`Remove other property ${index + 1}`}
            onClick={() => remove(key)}
          >
            <Icon name="trash-2" />
          </button>
        </fieldset>
      ))}
      {rows.length < ROWS_MAX && (
        <div>
          <button className="btn" type="button" id="add-property" onClick={add}>
            <Icon name="plus" />Add a property
          </button>
        </div>
      )}
    </div>
  );
}
