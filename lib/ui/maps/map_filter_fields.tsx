import type { ReactNode } from "react";
import { labelsOf, SIZE_STEPS } from "../../domain/lending/buckets.ts";
import { LOAN_STATUSES, STATUS_LABELS } from "../../domain/loans/status.ts";
import { OtherBrokers } from "../loans/other_brokers.tsx";
import { SearchBox } from "../search_box.tsx";

type FilterOption = readonly [value: string, label: string];

const STATUSES: FilterOption[] = [
  ["active", "Active loans"],
  ...LOAN_STATUSES.map((status): FilterOption => [status, STATUS_LABELS[status]]),
  ["any", "Any status"],
];
const TYPES: FilterOption[] = [
  ["", "Any type"],
  ["first", "First"],
  ["second", "Second"],
  ["third", "Third"],
  ["bridge", "Bridge"],
];
export const RISKS: FilterOption[] = [["", "Any risk"], ["green", "Green"], ["yellow", "Yellow"], ["red", "Red"]];
const SIZES: FilterOption[] = [
  ["", "Any amount"],
  ...labelsOf(SIZE_STEPS).map((label, step): FilterOption => [String(step), label]),
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

function Choose(
  props: { name: string; label: string; choices: readonly FilterOption[]; value: string; children?: ReactNode },
): ReactNode {
  const { name, label, choices, value, children } = props;
  // A filter that narrows is outlined; the status is the first word of the screen and always chosen.
  const narrows = name !== "status" && value !== "";
  return (
    <select name={name} aria-label={label} defaultValue={value} data-narrows={narrows || undefined}>
      {choices.map(([choice, words]) => <option key={choice} value={choice}>{words}</option>)}
      {children}
    </select>
  );
}

/** The choices of a list with the one that an address names, where it is not among them. */
const withChosen = (choices: FilterOption[], value: string, label: string): FilterOption[] =>
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
  const names: FilterOption[] = [
    ["", "Any broker"],
    ...brokers.map(({ id, name }): FilterOption => [String(id), name]),
  ];
  const places: FilterOption[] = [["", "Any region"], ...regions.map((name): FilterOption => [name, name])];
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
      <Choose name="broker" label="Broker" choices={withChosen(names, broker, "This broker")} value={broker}>
        <OtherBrokers listed={brokers.length} />
      </Choose>
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
