/** What a view of the form asks, in which order. */
import { positionOf } from "../lending/ltv.ts";
import {
  type FormConfig,
  type FormEntries,
  type FormSection,
  type FormView,
  propertyRows,
  SECTION_NAMES,
  type SectionName,
  type ShownConfig,
  type ShownInput,
} from "./form_config.ts";
import { moveItem } from "./paths.ts";

/** False for a bridge's days on a loan of another type: they are neither filled nor required. */
export const isShown = (id: string, entries: FormEntries): boolean =>
  id !== "bridgeTerm" || positionOf(String(entries.firstOrSecond ?? "")) === "bridge";

/** The inputs of a section in a view's order; unknown ids are skipped. */
export function inputsOf<I extends ShownInput>(section: FormSection<I>, view: FormView): I[] {
  const order = view === "admin" ? section.settings.order : section.settings.brokerOrder;
  const byId = new Map(section.inputs.map((input) => [input.id, input]));
  return order.flatMap((id) => byId.get(id) ?? []);
}

/** The inputs of all sections in a view, other properties aside. */
export const loanInputsOf = (config: ShownConfig, view: FormView): ShownInput[] =>
  SECTION_NAMES.filter((name) => name !== "additionalProperties").flatMap((name) => inputsOf(config[name], view));

/** The sections in the order of a view's positions. */
export function sectionsOf(config: ShownConfig, view: FormView): SectionName[] {
  const place = (name: SectionName) => {
    const section = config[name];
    return view === "broker" ? section.brokerPosition ?? section.position : section.position;
  };
  return [...SECTION_NAMES].sort((a, b) => place(a) - place(b));
}

/**
 * The configuration with a box moved by so many places in a view. Every box of the view is numbered again; brokers
 * follow the common order until they have their own.
 */
export function withSectionMoved(config: FormConfig, view: FormView, name: SectionName, by: 1 | -1): FormConfig {
  const names = sectionsOf(config, view);
  const at = names.indexOf(name);
  const own = view === "broker" || names.some((one) => config[one].brokerPosition !== undefined);
  const moved = moveItem(names, at, at + by);
  const admins = view === "admin" ? moved : sectionsOf(config, "admin");
  const brokers = view === "broker" ? moved : sectionsOf(config, "broker");
  const next = { ...config };
  for (const one of names) {
    next[one] = { ...config[one], position: admins.indexOf(one) + 1 };
    if (own) next[one].brokerPosition = brokers.indexOf(one) + 1;
  }
  return next;
}

/**
 * Every input of a view that is asked of the loan, in order, with its entries and its path:
 * `additionalProperties.0.value` for a row.
 */
export function* visitedInputs(
  config: ShownConfig,
  entries: FormEntries,
  view: FormView,
): Generator<{ input: ShownInput; row: FormEntries; path: string }> {
  for (const name of sectionsOf(config, view)) {
    const listed = name === "additionalProperties";
    const inputs = inputsOf(config[name], view);
    for (const [index, row] of (listed ? propertyRows(entries) : [entries]).entries()) {
      for (const input of inputs.filter(({ id }) => isShown(id, row))) {
        yield { input, row, path: listed ? `${name}.${index}.${input.id}` : input.id };
      }
    }
  }
}
