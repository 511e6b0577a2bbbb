import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { RATING_LABELS, RATINGS } from "../../lib/domain/accounts/account_values.ts";
import {
  type Activity,
  ACTIVITY_DAYS_MAX,
  type Audience,
  type AudienceMode,
  audienceMode,
  LEFT_OUT,
  type LeftOut,
  type Reach,
  tidyAudience,
} from "../../lib/domain/mail/audience.ts";
import { countOf, countText } from "../../lib/domain/money.ts";
import { Check, SelectField, TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Segment } from "../../lib/ui/segment.tsx";
import { PickBrokers } from "./_pick_brokers.tsx";

const MODES = [
  { value: "all", label: "All brokers" },
  { value: "some", label: "Filtered" },
  { value: "picked", label: "Hand-picked" },
];
const ACTIVITIES = [
  { value: "", label: "Any" },
  { value: "active", label: "Sent a loan in the last" },
  { value: "idle", label: "Earlier, but not lately" },
  { value: "never", label: "Never sent a loan" },
];
const FUNDED = [{ value: "", label: "Any" }, { value: "yes", label: "Has one" }, { value: "no", label: "Has none" }];
const DAYS = 90;
/** Between a change and the question whom it reaches. */
const WAIT_MS = 250;
/** Where the answer did not come: figures of another choice would be wrong here. */
export const NOT_COUNTED = "Its recipients could not be counted. Try again.";

/** What brokers can be chosen by. */
export interface AudienceOptions {
  brokerages: string[];
  /** Empty where no register of licences is loaded. */
  licenceClasses: string[];
  regions: string[];
}

interface Props {
  audience: Audience;
  reach: Reach;
  choices: AudienceOptions;
  disabled: boolean;
  onAudience: (audience: Audience) => void;
  onReach: (reach: Reach) => void;
}

/** Whom a campaign is meant for, and who of them gets it: number and names before anything is sent. */
export function Recipients(props: Props): ReactNode {
  const { audience, reach, choices, disabled, onAudience, onReach } = props;
  const [filtering, setFiltering] = useState(() => audienceMode(audience, false) === "some");
  const mode = audienceMode(audience, filtering);
  const audienceKey = JSON.stringify(tidyAudience(audience));
  const known = useRef(audienceKey);
  const [uncounted, setUncounted] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setUncounted(false);
    if (known.current === audienceKey) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const body = { audience: JSON.parse(audienceKey) };
      const result = await callApi<{ data: Reach }>("/api/loans/emailrecipients", body, { signal: stop.signal });
      if (stop.signal.aborted) return;
      if (!result.response) return setUncounted(true);
      known.current = audienceKey;
      onReach(result.data);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [audienceKey, tries]);

  const about: Audience = audience.loanMatters ? { loanMatters: true } : {};
  function choose(next: AudienceMode): void {
    setFiltering(next === "some");
    onAudience(next === "picked" ? { picked: [], ...about } : about);
  }
  return (
    <section className="stack" id="recipients" aria-labelledby="recipients-title">
      <h2 id="recipients-title">Recipients</h2>
      <fieldset className="plain stack" disabled={disabled}>
        <Segment
          legend="Recipients"
          name="meant"
          options={MODES}
          value={mode}
          onChange={(event) => choose(event.target.value as AudienceMode)}
        />
        {mode === "some" && <Conditions audience={audience} choices={choices} onAudience={onAudience} />}
        {mode === "picked" && (
          <PickBrokers
            known={known.current === audienceKey ? reach.picked ?? [] : null}
            ids={audience.picked ?? []}
            onIds={(picked) => onAudience({ picked, ...about })}
          />
        )}
        <Check
          label="About loans: rates, terms or areas. It also goes to brokers who chose fewer mails."
          checked={audience.loanMatters === true}
          onChange={() =>
            onAudience(tidyAudience({ ...audience, loanMatters: audience.loanMatters ? undefined : true }))}
        />
      </fieldset>
      {uncounted
        ? (
          <>
            <Notice band="yellow" live>{NOT_COUNTED}</Notice>
            <button className="btn slim" type="button" onClick={() => setTries(tries + 1)}>Try again</button>
          </>
        )
        : <ReachView reach={reach} />}
    </section>
  );
}

function Conditions(
  { audience, choices, onAudience }: Pick<Props, "audience" | "choices" | "onAudience">,
): ReactNode {
  const { ratings = [], brokerages = [], licenceClasses = [], regions = [], activity, funded } = audience;
  const put = (change: Partial<Audience>) => onAudience(tidyAudience({ ...audience, ...change }));
  const days = activity && "days" in activity ? activity.days : DAYS;
  /** What stands in the box while it is typed in: an emptied one would be filled again. */
  const [typed, setTyped] = useState<string | null>(null);
  const activityOf = (kind: string): Activity | undefined =>
    kind === "active" || kind === "idle" ? { kind, days } : kind === "never" ? { kind } : undefined;
  return (
    <>
      <fieldset className="plain">
        <legend className="label">Rating</legend>
        <div className="check-row">
          {RATINGS.map((rating) => (
            <Check
              key={rating}
              label={RATING_LABELS[rating]}
              checked={ratings.includes(rating)}
              onChange={() => put({ ratings: toggled(ratings, rating) })}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid-fields">
        <SelectField
          id="email-activity"
          label="Activity"
          choices={ACTIVITIES}
          value={activity?.kind ?? ""}
          onChange={(event) => put({ activity: activityOf(event.target.value) })}
        />
        {activity && activity.kind !== "never" && (
          <TextField
            id="email-days"
            label="Days"
            type="number"
            min={1}
            max={ACTIVITY_DAYS_MAX}
            value={typed ?? String(days)}
            onBlur={() => setTyped(null)}
            onChange={(event) => {
              setTyped(event.target.value);
              const n = Math.min(ACTIVITY_DAYS_MAX, Math.max(1, Math.round(Number(event.target.value)) || 1));
              put({ activity: { ...activity, days: n } });
            }}
          />
        )}
        <SelectField
          id="email-funded"
          label="Funded loan"
          choices={FUNDED}
          value={funded === undefined ? "" : funded ? "yes" : "no"}
          onChange={(event) => put({ funded: event.target.value ? event.target.value === "yes" : undefined })}
        />
      </div>
      <Names
        legend="Brokerage"
        all={choices.brokerages}
        chosen={brokerages}
        onChosen={(next) => put({ brokerages: next })}
      />
      <Names
        legend="Licence class"
        all={choices.licenceClasses}
        chosen={licenceClasses}
        onChosen={(next) => put({ licenceClasses: next })}
      />
      <Names
        legend="Region of their loans"
        all={choices.regions}
        chosen={regions}
        onChosen={(next) => put({ regions: next })}
      />
    </>
  );
}

const toggled = <T,>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

/** Names to tick, folded away; a name that is chosen and no longer there can be taken off. */
function Names(
  { legend, all, chosen, onChosen }: {
    legend: string;
    all: readonly string[];
    chosen: readonly string[];
    onChosen: (chosen: string[]) => void;
  },
): ReactNode {
  const names = [...new Set([...chosen.filter((one) => !all.includes(one)), ...all])];
  if (names.length === 0) return null;
  return (
    <details className="fold plain name-choices" open={chosen.length > 0}>
      <summary>
        <Icon name="chevron-right" />
        {`${legend}: ${chosen.length === 0 ? "any" : `${chosen.length} chosen`}`}
      </summary>
      <div role="group" aria-label={legend} tabIndex={0}>
        {names.map((name) => (
          <Check
            key={name}
            label={name}
            checked={chosen.includes(name)}
            onChange={() => onChosen(toggled(chosen, name))}
          />
        ))}
      </div>
    </details>
  );
}

const listed = (names: readonly string[], count: number): string =>
  names.join(", ") + (count > names.length ? ` and ${countText(count - names.length)} more` : "");

function ReachView({ reach: { going, names, leftOut } }: { reach: Reach }): ReactNode {
  const all = going + leftOut.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="stack" aria-live="polite">
      <p>
        <b>{countText(going)}</b>
        {` of ${countOf(all, "broker gets", "brokers get")} it.`}
        {leftOut.length > 0 && <span className="mute">{` ${countText(all - going)} left out.`}</span>}
      </p>
      {leftOut.map(({ why, count, names }) => (
        <p key={why} className="small">
          <b>{`${LEFT_OUT[why as LeftOut]}: ${countText(count)}`}</b>{" "}
          <span className="mute">{listed(names, count)}</span>
        </p>
      ))}
      {going > 0 && (
        <details className="fold plain name-choices">
          <summary>
            <Icon name="chevron-right" />
            {`Who gets it: ${countText(going)}`}
          </summary>
          <p className="small">{listed(names, going)}</p>
        </details>
      )}
    </div>
  );
}
