import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { LABEL_MAX } from "../../lib/domain/settings/config_problems.ts";
import { defaultLabel, typesOf } from "../../lib/domain/settings/config_fields.ts";
import type { FormInput, FormSection, FormView, SectionName } from "../../lib/domain/settings/form_config.ts";
import { moveItem } from "../../lib/domain/settings/paths.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { FormInputRow } from "./_form_input.tsx";
import { CellControl, CellError } from "./_settings_cell.tsx";
import { type CellActs, type CellErrors, cellId } from "./settings_document.ts";

export interface BoxProps {
  name: SectionName;
  section: FormSection;
  view: FormView;
  errors: CellErrors;
  acts: CellActs;
  canEdit: boolean;
  /** Fields that no box has and this one may take. */
  unused: readonly string[];
  /** Inputs whose options are open, by their path. */
  opened: ReadonlySet<string>;
  onOpen: (path: string) => void;
  place: { first: boolean; last: boolean };
  onMove: (name: SectionName, by: 1 | -1) => void;
}

const orderKey = (view: FormView) => view === "admin" ? "order" : "brokerOrder";
const WHO: Record<FormView, string> = { admin: "administrators", broker: "brokers" };

function newInput(id: string): FormInput {
  const [type] = typesOf(id);
  return { id, label: defaultLabel(id), type, required: false, active: false, options: [] };
}

/** A box of the application form: title, place, and its inputs in the order of a view. */
function Drawn(props: BoxProps): ReactNode {
  const { name, section, view, errors, acts, canEdit, unused, opened } = props;
  const key = orderKey(view);
  const order = section.settings[key];
  const ids = section.inputs.map(({ id }) => id);
  const shownIds = order.filter((id) => ids.includes(id));
  const listed = [...shownIds, ...ids.filter((id) => !shownIds.includes(id))];
  const [said, setSaid] = useState("");
  const [adding, setAdding] = useState("");
  const next = useRef("");
  const titleKey = view === "admin" ? "title" : "brokerTitle";
  const id = cellId(name);

  useLayoutEffect(() => {
    if (next.current) document.getElementById(next.current)?.focus();
    next.current = "";
  });

  const setOrder = (list: string[]) => acts.set(`${name}.settings.${key}`, list);
  const pathOf = (input: string) => `${name}.inputs.${ids.indexOf(input)}`;
  const labelOf = (input: string) => section.inputs.find((one) => one.id === input)?.label ?? input;

  function show(input: string, shown: boolean): void {
    setOrder(shown ? [...shownIds, input] : shownIds.filter((one) => one !== input));
    acts.leave();
  }
  function move(input: string, by: 1 | -1): void {
    const from = shownIds.indexOf(input);
    next.current = cellId(`${pathOf(input)}.${by === 1 ? "down" : "up"}`);
    setSaid(`${labelOf(input)}: place ${from + by + 1} of ${shownIds.length} for ${WHO[view]}`);
    setOrder(moveItem(shownIds, from, from + by));
  }
  function put(inputs: FormInput[], of: (list: string[]) => string[]): void {
    const { order, brokerOrder } = section.settings;
    acts.set(name, { ...section, inputs, settings: { order: of(order), brokerOrder: of(brokerOrder) } });
    acts.leave();
  }
  function remove(input: string): void {
    setSaid(`${labelOf(input)} is off the form.`);
    next.current = `${id}-add`;
    put(section.inputs.filter((one) => one.id !== input), (list) => list.filter((one) => one !== input));
  }
  function add(): void {
    const chosen = unused.includes(adding) ? adding : unused[0];
    next.current = cellId(`${name}.inputs.${section.inputs.length}.label`);
    setAdding("");
    put([...section.inputs, newInput(chosen)], (list) => [...list, chosen]);
  }

  return (
    <details className="fold" id={`fold-${name}`}>
      <summary>
        <Icon name="chevron-right" />
        <h2>{view === "broker" ? section.brokerTitle ?? section.title : section.title}</h2>
        <span>{`${shownIds.length} of ${ids.length} shown`}</span>
      </summary>
      <div>
        <div className="box-head">
          <div className="field">
            <label htmlFor={cellId(`${name}.${titleKey}`)}>
              {view === "admin" ? "Title" : "Title for brokers"}
            </label>
            <CellControl
              cell={{ kind: "text", key: titleKey, label: "Title", max: LABEL_MAX }}
              path={`${name}.${titleKey}`}
              value={section[titleKey] ?? section.title}
              error={errors[`${name}.${titleKey}`]}
              canEdit={canEdit}
              onValue={acts.set}
              onLeave={acts.leave}
            />
            <CellError path={`${name}.${titleKey}`} error={errors[`${name}.${titleKey}`]} />
          </div>
          {canEdit && (
            <div className="btn-row">
              {([-1, 1] as const).map((by) => {
                const end = by === -1 ? props.place.first : props.place.last;
                return (
                  <button
                    key={by}
                    className="btn slim"
                    type="button"
                    aria-disabled={end || undefined}
                    onClick={() => !end && props.onMove(name, by)}
                  >
                    <Icon name={by === -1 ? "arrow-up" : "arrow-down"} />
                    {by === -1 ? "Box up" : "Box down"}
                    <span className="visually-hidden">{`, ${section.title}, for ${WHO[view]}`}</span>
                  </button>
                );
              })}
            </div>
          )}
        </div>
        {["position", "brokerPosition", "settings.order", "settings.brokerOrder"].map((part) => (
          <div key={part} id={cellId(`${name}.${part}`)} tabIndex={-1}>
            <CellError path={`${name}.${part}`} error={errors[`${name}.${part}`]} />
          </div>
        ))}
        <ul className="form-inputs">
          {listed.map((input) => {
            const path = pathOf(input);
            const at = shownIds.indexOf(input);
            return (
              <FormInputRow
                key={input}
                input={section.inputs[ids.indexOf(input)]}
                path={path}
                errors={errors}
                acts={acts}
                canEdit={canEdit}
                shown={at >= 0}
                first={at === 0}
                last={at === shownIds.length - 1}
                open={opened.has(path)}
                who={WHO[view]}
                onShown={(shown) => show(input, shown)}
                onMove={(by) => move(input, by)}
                onRemove={() => remove(input)}
                onOpen={() => props.onOpen(path)}
              />
            );
          })}
        </ul>
        {canEdit && (
          <div className="btn-row" id={`${id}-add`} tabIndex={-1}>
            {unused.length > 0 && (
              <>
                <select
                  aria-label={`Field to add to ${section.title}`}
                  value={adding || unused[0]}
                  onChange={(e) => setAdding(e.target.value)}
                >
                  {unused.map((field) => <option key={field} value={field}>{defaultLabel(field)}</option>)}
                </select>
                <button className="btn slim" type="button" onClick={add}>
                  <Icon name="plus" />
                  Add field <span className="visually-hidden">{`to ${section.title}`}</span>
                </button>
              </>
            )}
          </div>
        )}
        <p className="visually-hidden" role="status">{said}</p>
      </div>
    </details>
  );
}

const own = ({ name, errors }: BoxProps) =>
  JSON.stringify(Object.entries(errors).filter(([path]) => path.startsWith(`${name}.`)));
const openOnes = ({ name, opened }: BoxProps) => [...opened].filter((path) => path.startsWith(`${name}.`)).join();

/** Drawn again only where the box itself, its errors, its place or its open options changed. */
export const FormBox = memo(
  Drawn,
  (a, b) =>
    a.section === b.section && a.view === b.view && a.canEdit === b.canEdit && a.unused.join() === b.unused.join() &&
    a.place.first === b.place.first && a.place.last === b.place.last && own(a) === own(b) &&
    openOnes(a) === openOnes(b),
);
