import type { ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import { telephoneUrl } from "../../lib/domain/lender.ts";
import { countOf, countText } from "../../lib/domain/money.ts";
import { Spark } from "../../lib/ui/charts/spark.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { None } from "../../lib/ui/money.tsx";

/** A figure of people; with `machines` the machines' beside it. */
export function People(props: { people: number; machines?: number }): ReactNode {
  const { people, machines } = props;
  return (
    <>
      {countText(people)}
      {machines !== undefined && (
        <span className="machine-count">
          {` +${countText(machines)}`}
          <span className="visually-hidden">&nbsp;by machines</span>
        </span>
      )}
    </>
  );
}

/** The unique opens of a row; where it is folded with their name, which no heading says there. */
export const UniqueOpens = ({ count }: { count: number }): ReactNode => (
  <>
    <People people={count} />
    <span className="fold-only small mute">{count === 1 ? " unique open" : " unique opens"}</span>
  </>
);

/** A figure in a folded row's details, with the machines' where they are shown: "3 clicks (2 by machines)". */
export const countedText = (people: number, noun: string, machines?: number): string =>
  `${countOf(people, noun)}${machines === undefined ? "" : ` (${countText(machines)} by machines)`}`;

/** Shows or hides the machines' figures: a link, so that it works without script. */
export function MachinesSwitch(props: { shown: boolean; href: string }): ReactNode {
  return (
    <a
      className="btn slim"
      href={props.href}
      title="Mail programs fetch pictures and scanners follow links before anybody reads"
    >
      {props.shown ? "Hide machines" : "Show machines"}
    </a>
  );
}

/** Where an email's row leads: to its last run; touch-base, whose runs are to a few people each, to all of them. */
export const trackedAddress = (email: { id: number; campaignId: number | null; timesRan: number }): string =>
  `/dashboard/tracking/${email.id}/${email.campaignId === null ? "1?run=all" : Math.max(1, email.timesRan)}`;

/** An instant in Toronto; a dash before there was one. */
export const When = (props: { at: number | null }): ReactNode =>
  props.at === null ? <None /> : <span className="nowrap">{formatInstant(props.at)}</span>;

/** What stands below a figure: what it is to be compared with. */
export const Beside = (props: { children: ReactNode }): ReactNode => <div className="small mute">{props.children}</div>;

/** A figure's last whole weeks as a line, and in words with the week that runs; `values` ends with that one. */
export function Weeks({ values, what }: { values: readonly number[]; what: string }): ReactNode {
  const [before, last, now] = values.slice(-3);
  return (
    <>
      <div>
        <Spark values={values.slice(0, -1)} label={weeksText(values, what)} />
      </div>
      <Beside>
        {`${countText(now)} since Monday, ${countText(last)} last week, ${countText(before)} the week before`}
      </Beside>
    </>
  );
}

/** What the line says, to who does not see it. */
export const weeksText = (values: readonly number[], what: string): string =>
  `${what} in the last ${values.length - 1} weeks: ${values.slice(0, -1).join(", ")}`;

/** How to reach somebody: by phone where a number is known, and by mail. */
export function Reach({ name, phone, email }: { name: string; phone: string; email: string }): ReactNode {
  return (
    <>
      {phone && (
        <a className="btn bare icon-only" href={telephoneUrl(phone)} title={phone}>
          <Icon name="phone" />
          <span className="visually-hidden">{`Call ${name}`}</span>
        </a>
      )}
      <a className="btn bare icon-only" href={`mailto:${email}`} title={email}>
        <Icon name="mail" />
        <span className="visually-hidden">{`Email ${name}`}</span>
      </a>
    </>
  );
}

/** A link that a narrow place breaks after a slash. */
const breakable = (link: string): string => link.replaceAll("/", "/\u200b");

/** Beside a chart of the links that were followed: of more than it has room for, that it has the most followed. */
export const linksNote = (links: readonly unknown[], most: number): string =>
  `Clicks by people, ${links.length < most ? "by link" : `the ${most} links followed most`}`;

/** A link as people read it: without its protocol or a slash at its end. */
const linkText = (link: string): string => breakable(link.replace(/^https?:\/\//, "").replace(/\/$/, ""));

/** Links as people read them; whole, where two would read alike. */
export function linkTexts(links: readonly string[]): string[] {
  const texts = links.map(linkText);
  return texts.map((text, i) => texts.indexOf(text) === texts.lastIndexOf(text) ? text : breakable(links[i]));
}

/** A bar for a figure beside it: its share of the most. */
export const HotBar = ({ share }: { share: number }): ReactNode => (
  <svg className="wide-only hot-bar" width="72" height="8" aria-hidden="true">
    <rect width="100%" height="100%" rx="4" fill="var(--sunken)" />
    <rect width={`${(share * 100).toFixed(1)}%`} height="100%" rx="4" fill="var(--accent)" />
  </svg>
);
