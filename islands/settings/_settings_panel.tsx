import { memo, type ReactNode, useRef } from "react";
import type { Cell, EmailsPanel, FieldsPanel, Panel } from "../../lib/domain/settings/panel.ts";
import { PARTNERS_MAX } from "../../lib/domain/settings/settings_problems.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { CellControl, CellError } from "./_settings_cell.tsx";
import { SettingsTable } from "./_settings_table.tsx";
import { type CellActs, type CellErrors, cellId } from "./settings_document.ts";

type Options = readonly { value: string; label: string }[];

/** What a panel is given: its part of the document, and whether it may be edited (loans specification 6: canEdit). */
export interface PanelProps {
  panel: Panel;
  value: unknown;
  errors: CellErrors;
  acts: CellActs;
  canEdit: boolean;
  /** Choices that come from tables of the document, by the path of the table. */
  tables: Readonly<Record<string, Options>>;
}

function Fields(props: PanelProps & { panel: FieldsPanel }): ReactNode {
  const { panel, value, errors, acts, canEdit, tables } = props;
  const values = value as Record<string, unknown>;
  const id = cellId(panel.path);
  return (
    <div className="rate-group" role="group" aria-labelledby={`${id}-h`}>
      <h3 className="subheading" id={`${id}-h`}>{panel.title}</h3>
      {panel.hint && <p className="hint">{panel.hint}</p>}
      <div className="rate-fields">
        {panel.cells.map((cell: Cell) => {
          const path = `${panel.path}.${cell.key}`;
          return (
            <div className="field" key={cell.key}>
              <label htmlFor={cellId(path)}>{cell.label}</label>
              <CellControl
                cell={cell}
                path={path}
                value={values[cell.key]}
                error={errors[path]}
                canEdit={canEdit}
                onValue={acts.set}
                onLeave={acts.leave}
                options={cell.kind === "choice" && cell.from ? tables[cell.from] : undefined}
              />
              <CellError path={path} error={errors[path]} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Emails(props: PanelProps & { panel: EmailsPanel }): ReactNode {
  const { panel, value, errors, acts, canEdit } = props;
  const list = value as string[];
  const add = useRef<HTMLButtonElement>(null);
  const put = (next: string[]) => acts.set(panel.path, next);
  return (
    <section className="part partner-emails" aria-labelledby="partners-h">
      <header>
        <h2 id="partners-h">{panel.title}</h2>
        <p className="align-end">{list.length === 0 ? "None" : list.length}</p>
      </header>
      {panel.hint && <p className="hint">{panel.hint}</p>}
      {list.map((email, i) => {
        const path = `${panel.path}.${i}`;
        return (
          <div key={i} className="email-row">
            <input
              id={cellId(path)}
              type="email"
              autoComplete="off"
              aria-label={`Partner address ${i + 1}`}
              aria-invalid={errors[path] ? true : undefined}
              aria-describedby={errors[path] ? `${cellId(path)}-e` : undefined}
              readOnly={!canEdit}
              value={email}
              onChange={(event) => put(list.map((one, at) => at === i ? event.target.value : one))}
              onBlur={() => {
                if (email !== email.trim()) put(list.map((one) => one.trim()));
                acts.leave();
              }}
            />
            {canEdit && (
              <button
                className="btn bare icon-only slim"
                type="button"
                aria-label={`Remove partner address ${i + 1}`}
                onClick={() => {
                  put(list.filter((_, at) => at !== i));
                  add.current?.focus();
                }}
              >
                <Icon name="x" />
              </button>
            )}
            <CellError path={path} error={errors[path]} />
          </div>
        );
      })}
      <CellError path={panel.path} error={errors[panel.path]} />
      {canEdit && list.length < PARTNERS_MAX && (
        <div className="btn-row">
          <button
            className="btn bare slim"
            type="button"
            ref={add}
            onClick={() => {
              put([...list, ""]);
              requestAnimationFrame(() => document.getElementById(cellId(`${panel.path}.${list.length}`))?.focus());
            }}
          >
            <Icon name="plus" />
            Add address
          </button>
        </div>
      )}
    </section>
  );
}

function Drawn(props: PanelProps): ReactNode {
  const { panel } = props;
  switch (panel.kind) {
    case "table":
      return <SettingsTable {...props} panel={panel} rows={props.value as Record<string, unknown>[]} />;
    case "fields":
      return <Fields {...props} panel={panel} />;
    case "emails":
      return <Emails {...props} panel={panel} />;
  }
}

const own = ({ panel, errors }: PanelProps) =>
  JSON.stringify(Object.entries(errors).filter(([path]) => path === panel.path || path.startsWith(`${panel.path}.`)));

/** One panel, drawn from its descriptor; again only where its own part of the document or its own errors changed. */
export const SettingsPanel = memo(
  Drawn,
  (a, b) => a.value === b.value && a.tables === b.tables && a.canEdit === b.canEdit && own(a) === own(b),
);
