import type { ReactNode } from "react";
import { defaultLabel } from "../../lib/domain/settings/config_fields.ts";
import { typesOf } from "../../lib/domain/settings/config_fields.ts";
import { LABEL_MAX, OPTIONS_MAX } from "../../lib/domain/settings/config_problems.ts";
import type { FormInput } from "../../lib/domain/settings/form_config.ts";
import { scoreCell, type TablePanel } from "../../lib/domain/settings/panel.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { CellControl, CellError } from "./_settings_cell.tsx";
import { SettingsTable } from "./_settings_table.tsx";
import { type CellActs, type CellErrors, cellId } from "./settings_document.ts";

const FLAGS = ["Green", "Yellow", "Red", "None", "Error"].map((value) => ({ value, label: value }));
const TYPE_NAMES = { dropdown: "Dropdown", number: "Number", text: "Text", date: "Date" } as const;

/** The options of an input as a table of the settings: what is chosen, reached or contained, its flag and score. */
function optionsPanel(input: FormInput, path: string): TablePanel {
  const label = { dropdown: "Choice", number: "Value", text: "Word", date: "Date" }[input.type];
  return {
    kind: "table",
    path,
    title: `Options of ${input.label}`,
    columns: [
      input.type === "number"
        ? {
          kind: "number",
          key: "value",
          label,
          min: -1e9,
          max: 1e9,
          step: 0.01,
          unit: input.unit === "dollars" ? "$" : undefined,
        }
        : { kind: "text", key: "value", label, max: LABEL_MAX },
      { kind: "choice", key: "flag", label: "Flag", options: FLAGS },
      scoreCell(),
    ],
    // The score alone counts (loans specification 5.3); the weight is stored for those who read the configuration.
    besides: { weight: 0 },
    below: { key: "flag", value: "Error", cell: { kind: "text", key: "message", label: "Message", max: 200 } },
    hint: input.type === "number"
      ? "An entry counts as the highest value it reaches. Error refuses a broker's entry from that value up."
      : undefined,
  };
}

/** One input of a box: its label, what it asks, whether it is shown, required and scored, and its options. */
export function FormInputRow(props: {
  input: FormInput;
  path: string;
  errors: CellErrors;
  acts: CellActs;
  canEdit: boolean;
  shown: boolean;
  first: boolean;
  last: boolean;
  open: boolean;
  who: string;
  onShown: (shown: boolean) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onOpen: () => void;
}): ReactNode {
  const { input, path, errors, acts, canEdit, shown, first, last, open, who } = props;
  const label = input.label || input.id;
  const types = typesOf(input.id);
  const tick = (key: "required" | "active", words: string) => (
    <label className="check">
      <input
        type="checkbox"
        checked={input[key]}
        disabled={!canEdit}
        onChange={(event) => acts.set(`${path}.${key}`, event.target.checked)}
      />{" "}
      {words}
      <span className="visually-hidden">{`, ${label}`}</span>
    </label>
  );
  const own = Object.keys(errors).filter((one) => one.startsWith(`${path}.`) && one !== `${path}.label`);
  const unseen = open ? own.filter((one) => !one.startsWith(`${path}.options`)) : own;
  return (
    <li data-shown={shown || undefined}>
      <div className="input-line">
        <CellControl
          cell={{ kind: "text", key: "label", label: "Label", max: LABEL_MAX }}
          path={`${path}.label`}
          value={input.label}
          label={`Label of ${defaultLabel(input.id)}`}
          error={errors[`${path}.label`]}
          canEdit={canEdit}
          onValue={acts.set}
          onLeave={acts.leave}
        />
        <span className="input-kind">
          {types.length > 1
            ? (
              <CellControl
                cell={{
                  kind: "choice",
                  key: "type",
                  label: "Type",
                  options: types.map((value) => ({ value, label: TYPE_NAMES[value] })),
                }}
                path={`${path}.type`}
                value={input.type}
                label={`Type of ${label}`}
                canEdit={canEdit}
                onValue={acts.set}
                onLeave={acts.leave}
              />
            )
            : <span className="small mute">{TYPE_NAMES[input.type]}</span>}
        </span>
        <span className="ticks">
          <label className="check">
            <input
              type="checkbox"
              checked={shown}
              disabled={!canEdit}
              onChange={(event) => props.onShown(event.target.checked)}
            />{" "}
            Shown
            <span className="visually-hidden">{` to ${who}, ${label}`}</span>
          </label>
          {tick("required", "Required")}
          {tick("active", "Scored")}
        </span>
        <button
          className="btn bare slim"
          type="button"
          id={cellId(`${path}.options-open`)}
          aria-expanded={open}
          onClick={props.onOpen}
        >
          <Icon name={open ? "chevron-down" : "chevron-right"} />
          {`Options ${input.options.length}`}
          <span className="visually-hidden">{` of ${label}`}</span>
        </button>
        {canEdit && (
          <span className="tools">
            <button
              className="btn bare icon-only slim"
              type="button"
              id={cellId(`${path}.up`)}
              aria-disabled={!shown || first || undefined}
              aria-label={`Move ${label} up for ${who}`}
              onClick={() => shown && !first && props.onMove(-1)}
            >
              <Icon name="arrow-up" />
            </button>
            <button
              className="btn bare icon-only slim"
              type="button"
              id={cellId(`${path}.down`)}
              aria-disabled={!shown || last || undefined}
              aria-label={`Move ${label} down for ${who}`}
              onClick={() => shown && !last && props.onMove(1)}
            >
              <Icon name="arrow-down" />
            </button>
            <button
              className="btn bare icon-only slim"
              type="button"
              aria-label={`Remove ${label} from the form`}
              onClick={props.onRemove}
            >
              <Icon name="x" />
            </button>
          </span>
        )}
      </div>
      {who === "brokers" && input.required && !shown && (
        <p className="hint">Required, but brokers do not see it: they are not asked for it.</p>
      )}
      <CellError path={`${path}.label`} error={errors[`${path}.label`]} />
      {unseen.map((one) => <CellError key={one} path={one} error={errors[one]} />)}
      {open && (
        <div className="options">
          <SettingsTable
            panel={optionsPanel(input, `${path}.options`)}
            rows={input.options as unknown as Record<string, unknown>[]}
            errors={errors}
            acts={acts}
            canEdit={canEdit}
            mayBeEmpty={input.type !== "dropdown"}
            rowsMax={OPTIONS_MAX}
          />
        </div>
      )}
    </li>
  );
}
