import type { ReactNode } from "react";
import { dateInToronto, formatInstant } from "../../lib/domain/dates.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { EVERY_DAYS_MAX, EVERY_WEEKS_MAX, rhythmText, upcomingRuns } from "../../lib/domain/mail/schedule.ts";
import type { FieldErrors } from "../../lib/client/field_errors.ts";
import { SelectField, TextField } from "../../lib/ui/field.tsx";
import { Segment } from "../../lib/ui/segment.tsx";
import { type EmailDraft, textOf } from "./_email_document.ts";

const SEND_TYPES = [{ value: "static", label: "Once" }, { value: "interval", label: "Repeating" }];
const UNITS = [
  { value: "day", label: "days" },
  { value: "week", label: "weeks" },
  { value: "month", label: "month, on that day" },
];
/** How many of the next runs are listed. */
const UPCOMING = 3;

/** When a campaign goes out, in Toronto's wall time, with its next runs. */
export function Schedule(props: {
  draft: EmailDraft;
  /** The day as it was last saved. */
  savedDate: string;
  /** The wall time (HH:MM) that the runs keep; null takes that of the fields. */
  keptTime: string | null;
  errors: FieldErrors;
  disabled: boolean;
  set: (change: Partial<EmailDraft>) => void;
  /** Asks again what is wrong once a field is left. */
  leave: (path: string) => void;
}): ReactNode {
  const { draft, savedDate, keptTime, errors, disabled, set, leave } = props;
  const { date, time, type, every, unit } = draft;
  const text = textOf(draft);
  const counts = type === "interval" && text.everyDays >= 1 && Number.isInteger(text.everyDays);
  const runs = counts ? upcomingRuns({ ...text, sendTime: keptTime }, UPCOMING, disabled ? Date.now() : undefined) : [];
  return (
    <section className="stack" id="schedule" aria-labelledby="schedule-title">
      <h2 id="schedule-title">Schedule</h2>
      <fieldset className="plain stack" disabled={disabled}>
        <Segment
          legend="Send type"
          name="type"
          options={SEND_TYPES}
          value={type}
          onChange={(event) => set({ type: event.target.value as EmailDraft["type"] })}
        />
        <div className="grid-fields">
          <TextField
            id="email-date"
            label={type === "interval" ? "First day" : "Day"}
            type="date"
            {...daysAround(dateInToronto(Date.now()), { only: "ahead", current: savedDate })}
            value={date}
            error={errors.date}
            onBlur={() => leave("date")}
            onChange={(event) =>
              set({ date: event.target.value, monthDay: Number(event.target.value.slice(8)) || null })}
          />
          <TextField
            id="email-time"
            label="Time in Toronto"
            type="time"
            value={time}
            error={errors.time}
            onBlur={() => leave("time")}
            onChange={(event) => set({ time: event.target.value })}
          />
          {type === "interval" && (
            <>
              {unit !== "month" && (
                <TextField
                  id="email-every"
                  label="Every"
                  type="number"
                  min={1}
                  max={unit === "week" ? EVERY_WEEKS_MAX : EVERY_DAYS_MAX}
                  value={every}
                  error={errors.every}
                  onChange={(event) => set({ every: event.target.value })}
                  onBlur={() => leave("every")}
                />
              )}
              <SelectField
                id="email-unit"
                label={unit === "month" ? "Every" : "Unit"}
                choices={UNITS}
                value={unit}
                onChange={(event) =>
                  set({ unit: event.target.value as EmailDraft["unit"], monthDay: Number(date.slice(8)) || null })}
              />
            </>
          )}
        </div>
      </fieldset>
      {runs.length > 0 && (
        <p className="small mute">
          {`Runs ${rhythmText(text)}: ${runs.map(formatInstant).join("; ")}.`}
        </p>
      )}
    </section>
  );
}
