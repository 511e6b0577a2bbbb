import type { ReactNode } from "react";
import { labelsOf, SIZE_STEPS } from "../../domain/lending/buckets.ts";
import { LOAN_STATUSES, STATUS_LABELS } from "../../domain/loans/status.ts";
import { SearchBox } from "../search_box.tsx";

type Choice = readonly [value: string, label: string];

const STATUSES: Choice[] = [
  ["active", "Active loans"],
  ...LOAN_STATUSES.map((status): Choice => [status, STATUS_LABELS[status]]),
  ["any", "Any status"],
];
const TYPES: Choice[] = [
  ["", "Any type"],
  ["first", "First"],
  ["second", "Second"],
  ["third", "Third"],
  ["bridge", "Bridge"],
];
const RISKS: Choice[] = [["", "Any risk"], ["green", "Green"], ["yellow", "Yellow"], ["red", "Red"]];
const SIZES: Choice[] = [
  ["", "Any amount"],
  ...labelsOf(SIZE_STEPS).map((label, step): Choice => [String(step), label]),
];

/** The map's filters as an address writes them. */
export interface MapFilterValues {
  q: string;
  status: string;
  type: string;
  risk: string;
  broker: number;
  region: string;
  size: string;
}

function Choose(props: { name: string; label: string; choices: readonly Choice[]; value: string }): ReactNode {
  const { name, label, choices, value } = props;
  // A filter that narrows is outlined; the status is the first word of the screen and always chosen.
  const narrows = name !== "status" && value !== "";
  return (
    <select name={name} aria-label={label} defaultValue={value} key={value} data-narrows={narrows || undefined}>
      {choices.map(([choice, words]) => <option key={choice} value={choice}>{words}</option>)}
    </select>
  );
}

/** The choices of a list with the one that an address names, where it is not among them. */
const withChosen = (choices: Choice[], value: string, label: string): Choice[] =>
  choices.some(([choice]) => choice === value) ? choices : [...choices, [value, label]];

/** Search and filters of the map of loans, for a form. `searchMax` is the longest search in characters. */
export function MapFilterFields(props: {
  values: MapFilterValues;
  brokers: readonly { id: number; name: string }[];
  regions: readonly string[];
  searchMax: number;
}): ReactNode {
  const { values, brokers, regions, searchMax } = props;
  const broker = String(values.broker || "");
  const names: Choice[] = [["", "Any broker"], ...brokers.map(({ id, name }): Choice => [String(id), name])];
  const places: Choice[] = [["", "Any region"], ...regions.map((name): Choice => [name, name])];
  return (
    <>
      <SearchBox
        value={values.q}
        label="Search by client, broker, city, address or code"
        placeholder="Client or address"
        max={searchMax}
      />
      <Choose name="status" label="Status" choices={STATUSES} value={values.status} />
      <Choose name="type" label="Type" choices={TYPES} value={values.type} />
      <Choose name="risk" label="Risk" choices={RISKS} value={values.risk} />
      <Choose name="broker" label="Broker" choices={withChosen(names, broker, "This broker")} value={broker} />
      <Choose
        name="region"
        label="Region"
        choices={withChosen(places, values.region, values.region)}
        value={values.region}
      />
      <Choose name="size" label="Amount" choices={SIZES} value={values.size} />
    </>
  );
}
