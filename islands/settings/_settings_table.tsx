import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import {
  blankRow,
  type Cell,
  flagOfScore,
  hasWeights,
  isCounted,
  isSorted,
  rowName,
  ROWS_MAX,
  type TablePanel,
} from "../../lib/domain/settings/panel.ts";
import { moveItem } from "../../lib/domain/settings/paths.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { None } from "../../lib/ui/money.tsx";
import { CellControl, CellError, suggestionsId } from "./_settings_cell.tsx";
import { type CellActs, type CellErrors, cellId } from "./settings_document.ts";

type Row = Record<string, unknown>;

export interface TableProps {
  panel: TablePanel;
  rows: readonly Row[];
  errors: CellErrors;
  acts: CellActs;
  canEdit: boolean;
  /** Rows may be none (options of a text field). */
  mayBeEmpty?: boolean;
  rowsMax?: number;
}

/** The flag of a rating: a selector that follows the score and cannot be chosen (loans specification 5.6). */
function DerivedFlag(props: { score: unknown; label: string }): ReactNode {
  const flag = flagOfScore(Number(props.score));
  const band = flag.toLowerCase();
  return (
    <span className="band" data-band={band}>
      <Icon name={`band-${band}` as "band-red"} className={null} />
      <select aria-label={props.label} disabled value={flag} onChange={() => {}}>
        <option>{flag}</option>
      </select>
    </span>
  );
}

const bounds = (cell: Cell) =>
  cell.kind === "number" && cell.slider && !cell.percent
    ? `, ${String(cell.min).replace("-", "\u2212")} to ${cell.max}`
    : "";

/** A table of the settings: its cells, and rows that can be added, removed and, where they are named, moved. */
export function SettingsTable(props: TableProps): ReactNode {
  const { panel, rows, errors, acts, canEdit } = props;
  const { mayBeEmpty = panel.mayBeEmpty, rowsMax = panel.rowsMax ?? ROWS_MAX } = props;
  const [ordering, setOrdering] = useState(false);
  const [alike, setAlike] = useState(false);
  const [said, setSaid] = useState("");
  const next = useRef("");
  const id = cellId(panel.path);
  const named = !isSorted(panel);
  const [first] = panel.columns;

  useLayoutEffect(() => {
    // A row that moves, comes or goes takes the focus from its button: it goes on where the next key is wanted.
    if (next.current) document.getElementById(next.current)?.focus();
    next.current = "";
  });

  const put = (list: Row[], focus: string) => {
    next.current = focus;
    acts.set(panel.path, list);
    acts.leave();
  };
  function add(): void {
    next.current = cellId(`${panel.path}.${rows.length}.${first.key}`);
    acts.set(panel.path, [...rows, blankRow(panel, rows)]);
  }
  function remove(index: number): void {
    setSaid(`${rowName(panel, rows[index], index)} is off the table.`);
    put(rows.filter((_, i) => i !== index), `${id}-add`);
  }
  function move(index: number, by: 1 | -1): void {
    const to = index + by;
    if (to < 0 || to >= rows.length) return;
    setSaid(`${rowName(panel, rows[index], index)}: place ${to + 1} of ${rows.length}`);
    put(moveItem(rows, index, to), `${id}-${to}-${by === 1 ? "down" : "up"}`);
  }

  const weighs = canEdit && rows.length > 1 && hasWeights(panel);
  function weighAlike(weight: unknown): void {
    acts.set(panel.path, rows.map((row) => ({ ...row, weight })));
  }
  const setterOf = (cell: Cell): CellActs["set"] =>
    weighs && alike && cell.key === "weight" ? (_, weight) => weighAlike(weight) : acts.set;

  const columns = panel.columns.length + (panel.flag ? 1 : 0) + (canEdit ? 1 : 0);
  return (
    <div className="rate-group">
      <h3 className="subheading" id={`${id}-h`}>{panel.title}</h3>
      {panel.hint && <p className="hint">{panel.hint}</p>}
      {rows.length > 0 && (
        <table className="table rates" aria-labelledby={`${id}-h`}>
          <thead>
            <tr>
              {panel.columns.map((cell) => (
                <th key={cell.key} scope="col">
                  {cell.label}
                  {cell === first && !named && " from"}
                  {cell.kind === "number" && cell === first && cell.unit && `, ${cell.unit}`}
                  <span className="wide-cell">{bounds(cell)}</span>
                </th>
              ))}
              {panel.flag && <th scope="col" className="flag-cell">Flag</th>}
              {canEdit && (
                <th scope="col">
                  <span className="visually-hidden">{ordering ? "Order" : "Remove"}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => {
              const name = rowName(panel, row, i);
              const at = (key: string) => `${panel.path}.${i}.${key}`;
              const wrong = panel.columns.filter((cell) => errors[at(cell.key)]);
              const below = panel.below && row[panel.below.key] === panel.below.value ? panel.below.cell : null;
              return [
                <tr key={i}>
                  {panel.columns.map((cell) => (
                    <td
                      key={cell.key}
                      className={cell.kind === "number" && cell.slider
                        ? "slider-cell"
                        : cell.kind === "text"
                        ? "text-cell"
                        : undefined}
                    >
                      {isCounted(cell, row)
                        ? (
                          <CellControl
                            cell={cell}
                            path={at(cell.key)}
                            value={row[cell.key]}
                            label={cell === first
                              ? `${panel.title}, ${first.label}, row ${i + 1}`
                              : `${cell.label}, ${name}`}
                            error={errors[at(cell.key)]}
                            canEdit={canEdit}
                            onValue={setterOf(cell)}
                            onLeave={acts.leave}
                          />
                        )
                        : <None />}
                    </td>
                  ))}
                  {panel.flag && (
                    <td className="flag-cell">
                      <DerivedFlag score={row.score} label={`Flag, ${name}`} />
                    </td>
                  )}
                  {canEdit && (
                    <td className="tools">
                      {ordering
                        ? (
                          <>
                            <button
                              className="btn bare icon-only slim"
                              type="button"
                              id={`${id}-${i}-up`}
                              aria-disabled={i === 0 || undefined}
                              aria-label={`Move ${name} up`}
                              onClick={() => move(i, -1)}
                            >
                              <Icon name="arrow-up" />
                            </button>
                            <button
                              className="btn bare icon-only slim"
                              type="button"
                              id={`${id}-${i}-down`}
                              aria-disabled={i === rows.length - 1 || undefined}
                              aria-label={`Move ${name} down`}
                              onClick={() => move(i, 1)}
                            >
                              <Icon name="arrow-down" />
                            </button>
                          </>
                        )
                        : (
                          <button
                            className="btn bare icon-only slim"
                            type="button"
                            aria-disabled={(rows.length === 1 && !mayBeEmpty) || undefined}
                            aria-label={`Remove ${name}`}
                            onClick={() => (rows.length > 1 || mayBeEmpty) && remove(i)}
                          >
                            <Icon name="x" />
                          </button>
                        )}
                    </td>
                  )}
                </tr>,
                below && (
                  <tr key={`${i}-below`} className="more">
                    <td colSpan={columns}>
                      <label className="small mute" htmlFor={cellId(at(below.key))}>{`${below.label}, ${name}`}</label>
                      <CellControl
                        cell={below}
                        path={at(below.key)}
                        value={row[below.key]}
                        error={errors[at(below.key)]}
                        canEdit={canEdit}
                        onValue={acts.set}
                        onLeave={acts.leave}
                      />
                      <CellError path={at(below.key)} error={errors[at(below.key)]} />
                    </td>
                  </tr>
                ),
                wrong.length > 0 && (
                  <tr key={`${i}-wrong`} className="more">
                    <td colSpan={columns}>
                      {wrong.map((cell) => (
                        <CellError key={cell.key} path={at(cell.key)} error={errors[at(cell.key)]} />
                      ))}
                    </td>
                  </tr>
                ),
              ];
            })}
          </tbody>
        </table>
      )}
      {first.kind === "text" && first.oneOf && canEdit && (
        <datalist id={suggestionsId(`${panel.path}.${first.key}`)}>
          {first.oneOf.suggested.map((word) => <option key={word} value={word} />)}
        </datalist>
      )}
      <CellError path={panel.path} error={errors[panel.path]} />
      {weighs && (
        <label className="check scripted">
          <input
            type="checkbox"
            checked={alike}
            onChange={(event) => {
              setAlike(event.target.checked);
              if (!event.target.checked || rows.every(({ weight }) => weight === rows[0].weight)) return;
              weighAlike(rows[0].weight);
              acts.leave();
              setSaid(`Every row has the weight ${rows[0].weight} now.`);
            }}
          />{" "}
          Same weight for all rows<span className="visually-hidden">{` of ${panel.title}`}</span>
        </label>
      )}
      {canEdit && (
        <div className="btn-row">
          {rows.length < rowsMax && (
            <button className="btn bare slim" type="button" id={`${id}-add`} onClick={add}>
              <Icon name="plus" />
              Add row <span className="visually-hidden">{`to ${panel.title}`}</span>
            </button>
          )}
          {named && rows.length > 1 && (
            <button
              className="btn bare slim"
              type="button"
              aria-pressed={ordering}
              onClick={() => setOrdering(!ordering)}
            >
              <Icon name={ordering ? "check" : "chevrons-up-down"} />
              {ordering ? "Done" : "Reorder"} <span className="visually-hidden">{panel.title}</span>
            </button>
          )}
        </div>
      )}
      <p className="visually-hidden" role="status">{said}</p>
    </div>
  );
}
