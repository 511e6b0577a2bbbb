import { type ReactNode, type RefObject, useState } from "react";
import { formatShortMonth } from "../../lib/domain/dates.ts";
import { closeDialog } from "../../lib/client/dialog.ts";
import { formText } from "../../lib/client/forms.ts";
import { staleOf } from "../../lib/client/stale.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import type { MapSettings } from "../../lib/domain/lending/settings.ts";
import { figureEntry, FIGURES, figureText, readFigure, reportProblems } from "../../lib/domain/maps/market_figures.ts";
import { rateMarket } from "../../lib/domain/maps/market_rating.ts";
import {
  FIGURE_NAMES,
  type FigureName,
  MAIN_FIGURES,
  type MarketFigures,
  type MarketReport,
} from "../../lib/domain/maps/market_report.ts";
import { scoreText } from "../../lib/domain/money.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { MarketWord } from "../../lib/ui/maps/market_word.tsx";
import { useForm } from "../forms/use_form.ts";
import { useLeaveGuard } from "../shell/guards.ts";

export const REPORT_DIALOG = "report-dialog";

const BY_TYPE = FIGURE_NAMES.slice(MAIN_FIGURES.length);

type Entered = { region: string; month: string; seen: MarketFigures | null } & Record<FigureName, number | null>;

/**
 * Enters a region's report of a month, or changes the one that it has. What was typed stays as the month is changed;
 * the other figures are those of the month's own report.
 */
export function ReportDialog(props: {
  region: string;
  month: string;
  reports: readonly MarketReport[];
  today: string;
  mapSettings: MapSettings;
  /** Set to whether something was typed that is not saved. */
  unsaved: RefObject<boolean>;
}): ReactNode {
  const { region, reports, today, mapSettings, unsaved } = props;
  const [month, setMonth] = useState(props.month);
  /** What a refused save found of its month; the report is null where somebody removed it. */
  const [theirs, setTheirs] = useState<{ month: string; report: MarketReport | null } | null>(null);
  const [leaving, setLeaving] = useState(false);
  const reportOf = (month: string): MarketReport | null =>
    theirs?.month === month ? theirs.report : reports.find((report) => report.month === month) ?? null;
  const stored = reportOf(month);
  const [typed, setTyped] = useState<Partial<Record<FigureName, string>>>({});
  /** What the fields start from: it stays where a refused save says that the report is another one now. */
  const [start, setStart] = useState(() => textsOf(stored));
  const texts = { ...start, ...typed };
  unsaved.current = !leaving && FIGURE_NAMES.some((name) => texts[name] !== start[name]);
  useLeaveGuard(unsaved.current);
  const wrongTexts = Object.fromEntries(
    FIGURE_NAMES.flatMap((name) => {
      const found = readFigure(name, texts[name]);
      return typeof found === "object" && found ? [[name, `${found.problem}.`]] : [];
    }),
  );
  const figures = figuresOf(texts);
  const { errors, busy, handlers } = useForm<object, Entered>({
    path: "/api/loans/savemarketreport",
    read: (form) => ({ region, month: formText(form).month ?? "", seen: stored && figuresIn(stored), ...figures }),
    check: (values) => ({ ...reportProblems(values, today), ...wrongTexts }),
    taken(result, { month }) {
      const found = staleOf<MarketReport | null>(result);
      if (found) setTheirs({ month, report: found.theirs });
      return false;
    },
    done() {
      toastAfter("Changes Saved!");
      setLeaving(true);
      // After the render that takes the guard off.
      setTimeout(() => location.assign(`?${new URLSearchParams({ id: region, month })}`));
      return "leaving";
    },
  });
  function choose(next: string): void {
    setMonth(next);
    setStart(textsOf(reportOf(next)));
  }
  const field = (name: FigureName) => {
    const { label, unit } = FIGURES[name];
    const given = {
      id: `report-${name}`,
      name,
      label,
      inputMode: "decimal" as const,
      value: texts[name],
      error: errors[name],
      onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    };
    return unit === "%" || unit === "$"
      ? <UnitField key={name} {...given} unit={unit} />
      : <TextField key={name} {...given} className="number-field" autoComplete="off" />;
  };
  return (
    <Dialog id={REPORT_DIALOG} title={`Report for ${region}`} sheet>
      <form className="stack" method="post" noValidate {...handlers}>
        <TextField
          id="report-month"
          name="month"
          type="month"
          label="Month"
          autoFocus
          max={today.slice(0, 7)}
          value={month}
          error={errors.month}
          onChange={(event) => choose(event.target.value)}
        />
        <div className="grid-fields">{MAIN_FIGURES.map(field)}</div>
        <fieldset>
          <legend className="subheading">Sale types</legend>
          <div className="grid-fields">{BY_TYPE.map(field)}</div>
        </fieldset>
        <Outlook figures={figures} month={month} reports={reports} stored={stored} mapSettings={mapSettings} />
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(REPORT_DIALOG)}>Cancel</button>
          <button className="btn primary" type="submit" aria-busy={busy || undefined}>
            {busy ? "Saving" : "Save report"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** What the map would make of the entries, against the report before, and what they would replace. */
function Outlook(props: {
  figures: MarketFigures;
  month: string;
  reports: readonly MarketReport[];
  stored: MarketReport | null;
  mapSettings: MapSettings;
}): ReactNode {
  const { figures, month, reports, stored, mapSettings } = props;
  const rating = rateMarket(figures, mapSettings);
  const before = reports.findLast((report) => report.month < month);
  const was = before && rateMarket(before, mapSettings);
  return (
    <div className="outlook small" role="status">
      {rating
        ? (
          <p>
            <b>{scoreText(rating.rating)}</b>
            <MarketWord step={rating.step} word={rating.word} />
            <span className="mute">
              as the map would draw it{was &&
                `, from ${scoreText(was.rating)} ${was.word} in ${formatShortMonth(before!.month)}`}
            </span>
          </p>
        )
        : <p className="mute">A rating needs monthly change, LTS price or days on market.</p>}
      {stored && (
        <p className="mute">
          {`Replaces the report of ${formatShortMonth(stored.month)}: ${
            MAIN_FIGURES.slice(0, 4).map((name) => figureText(name, stored[name])).join(", ")
          }.`}
        </p>
      )}
    </div>
  );
}

const textsOf = (report: MarketFigures | null): Record<FigureName, string> =>
  Object.fromEntries(FIGURE_NAMES.map((name) => [name, figureEntry(report?.[name] ?? null)])) as Record<
    FigureName,
    string
  >;

const figuresIn = (report: MarketFigures): MarketFigures =>
  Object.fromEntries(FIGURE_NAMES.map((name) => [name, report[name]])) as unknown as MarketFigures;

/** The entries as figures; null for empty and for wrong ones. */
function figuresOf(texts: Readonly<Record<FigureName, string>>): MarketFigures {
  const read = FIGURE_NAMES.map((name) => {
    const found = readFigure(name, texts[name]);
    return [name, typeof found === "number" ? found : null];
  });
  return Object.fromEntries(read) as unknown as MarketFigures;
}
