import type { ReactNode } from "react";
import { formatDate, formatInstant } from "../../lib/domain/dates.ts";
import { ACCOUNT_PICKER_YEARS, daysAround } from "../../lib/domain/picker_days.ts";
import { LEFT_OUT } from "../../lib/domain/mail/audience.ts";
import {
  CONSENT_KIND_LABELS,
  CONSENT_SOURCE_LABELS,
  impliedText,
  RECORDED_KINDS,
  RECORDED_SOURCES,
  STANDING_LABELS,
} from "../../lib/domain/mail/consent.ts";
import { newestText } from "../../lib/domain/money.ts";
import type { AccountConsent } from "../../lib/features/mail/mod.ts";
import { SelectField, TextField } from "../../lib/ui/field.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

const KINDS = RECORDED_KINDS.map((value) => ({ value, label: CONSENT_KIND_LABELS[value] }));
const SOURCES = RECORDED_SOURCES.map((value) => ({ value, label: CONSENT_SOURCE_LABELS[value] }));

/** Why the broker stands so, as the end of a line. */
function because({ standing, implied, last }: AccountConsent): string {
  if (last) {
    const by = last.source === "link" || last.source === "form"
      ? ""
      : last.recordedByName && `, ${last.recordedByName}`;
    return `${formatDate(last.day)}: ${CONSENT_SOURCE_LABELS[last.source]}${by}`;
  }
  if (implied && (standing === "implied" || standing === "ended")) return impliedText(implied, standing);
  return "Nothing was said, and there is no business that implies it";
}

/** A broker's consent to commercial mail: how it stands, what staff record, and the log. */
export function BrokerConsent({ id, consent, locked, sent, errors }: {
  id: number;
  consent: AccountConsent;
  locked: boolean;
  /** What a refused form had. */
  sent: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}): ReactNode {
  const { standing, why, fewer, today } = consent;
  const good = standing === "express" || standing === "implied";
  return (
    <section className="part" id="consent" aria-labelledby="consent-title">
      <header>
        <h2 id="consent-title">Consent to mail</h2>
        <p className="align-end">Campaigns and touch-base need it. Mail about loans does not.</p>
      </header>
      <div className="stack wide-gap">
        <p>
          <Tag on={good}>{STANDING_LABELS[standing]}</Tag> {`${because(consent)}.`}
          {fewer && good && !why && " Chose fewer mails: only campaigns about loans go out."}
          {why && <span className="mute">{` Gets none now: ${LEFT_OUT[why]}.`}</span>}
        </p>
        {!locked && (
          <form
            className="stack no-print"
            method="post"
            action={`/api/loans/recordconsent?id=${id}`}
            aria-label="Record consent"
          >
            <input type="hidden" name="id" value={id} />
            <div className="grid-fields">
              <SelectField
                id="consent-kind"
                name="kind"
                label="They said"
                choices={KINDS}
                defaultValue={sent.kind}
                error={errors.kind}
              />
              <SelectField
                id="consent-source"
                name="source"
                label="How"
                choices={SOURCES}
                defaultValue={sent.source}
                error={errors.source}
              />
              <TextField
                id="consent-day"
                name="day"
                label="On"
                type="date"
                {...daysAround(today, { only: "past", years: ACCOUNT_PICKER_YEARS })}
                defaultValue={sent.day ?? today}
                error={errors.day}
              />
              <TextField
                id="consent-note"
                name="note"
                label="Note"
                note="optional"
                hint="Where the proof is: a call, a letter, a card."
                defaultValue={sent.note}
                autoComplete="off"
                error={errors.note}
              />
            </div>
            <div className="btn-row">
              <button className="btn" type="submit">Record</button>
            </div>
          </form>
        )}
        {consent.rows.length > 0 && <Log {...consent} />}
      </div>
    </section>
  );
}

function Log({ rows, all }: Pick<AccountConsent, "rows" | "all">): ReactNode {
  const part = newestText(rows.length, all);
  return (
    <>
      {part && <p className="small">{part}</p>}
      <DataTable
        caption="What this broker said about mail, the newest first"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">Said</th>
            <th role="columnheader" scope="col">On</th>
            <th role="columnheader" scope="col">How</th>
            <th role="columnheader" scope="col">Recorded</th>
            <th role="columnheader" scope="col" className="fold-only">Details</th>
          </tr>
        }
      >
        {rows.map(({ id, kind, source, day, note, recordedAt, recordedByName }) => {
          const recorded = [formatInstant(recordedAt), recordedByName].filter(Boolean).join(", ");
          const how = [CONSENT_SOURCE_LABELS[source], note].filter(Boolean).join(": ");
          return (
            <tr role="row" key={id}>
              <th role="rowheader" scope="row" className="row-title">{CONSENT_KIND_LABELS[kind]}</th>
              <td role="cell" className="nowrap row-value">{formatDate(day)}</td>
              <td role="cell" className="fold-hidden long-text">{how}</td>
              <td role="cell" className="fold-hidden">{recorded}</td>
              <td role="cell" className="row-detail fold-only">{`${how}. ${recorded}`}</td>
            </tr>
          );
        })}
      </DataTable>
    </>
  );
}
