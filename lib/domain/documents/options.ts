/** Documents' wording for the options of the form. Anything else is missed. */
import { type FormView, SECTION_NAMES, type ShownConfig } from "../settings/form_config.ts";
import { inputsOf } from "../settings/form_order.ts";
import { errorOption } from "../settings/form_config.ts";

type OptionPatterns = readonly (readonly [choice: string, words: RegExp])[];

const CHOICES: Readonly<Record<string, OptionPatterns>> = {
  useOfProceeds: [
    ["Debt Consolidation", /^(?:debt )?consolidat(?:ion|e debts?)$|^debt consolidation$|^pay ?out debts?$/],
    ["Renovation", /^(?:home )?(?:renovations?|improvements?)$/],
    ["Education", /^(?:education|tuition|school(?:ing)?)$/],
    ["New Purchase", /^(?:new )?(?:home )?purchase$/],
    ["Business Investment", /^(?:business(?: investment| loan)?|invest(?:ment)? in (?:a )?business)$/],
    [
      "Investment in Another Property",
      /^(?:invest(?:ment)? in (?:an)?other property|purchase of (?:an)?other property)$/,
    ],
  ],
  marritalStatus: [
    ["Married", /^married$/],
    ["Common law", /^common[ -]?law$/],
    ["Single", /^single$|^never married$/],
    ["Separated", /^separated$/],
    ["Divorced", /^divorced$/],
    ["Widowed", /^widow(?:ed|er)?$/],
  ],
  typeOfIncome: [
    ["Salary", /^salar(?:y|ied)$|^full[ -]?time salary$/],
    ["Hourly", /^hourly(?: wage)?$/],
    ["Commission", /^commissions?$/],
    ["Self-employed", /^self[ -]?employ(?:ed|ment)$/],
    ["Pension", /^pensions?$|^retire(?:d|ment)$/],
    ["Rental", /^rent(?:al)?(?: income)?$/],
    ["Other", /^other$/],
  ],
  propertyType: [
    ["Detached", /^(?:single[ -]?family )?detached(?: dwelling| house| home)?$|^single[ -]?family(?: detached)?$/],
    ["Semi-detached", /^semi(?:[ -]?detached)?(?: dwelling| house| home)?$/],
    ["Townhouse", /^(?:freehold )?town ?(?:house|home)$|^row ?(?:house|home)$/],
    ["Condominium", /^condo(?:minium)?(?: apartment| unit)?$|^apartment condo(?:minium)?$/],
    ["Duplex", /^duplex$/],
    ["Triplex", /^triplex$/],
    ["Cottage", /^cottage$|^recreational$/],
    ["Farm", /^farm$|^agricultural$/],
    ["Vacant Land", /^(?:vacant )?land$/],
    ["Mobile Home", /^mobile(?: home)?$/],
    ["Time Share", /^time[ -]?share$/],
  ],
  ownerOccupied: [
    ["Yes", /^(?:yes|y|owner(?:[ -]?occupied)?|primary residence|principal residence)$/],
    ["No", /^(?:no|n|tenant(?:ed)?|tenant[ -]occupied|rent(?:al|ed)|vacant|non[ -]?owner[ -]?occupied)$/],
  ],
  mrtgType: [
    ["Fixed", /^fixed(?: rate)?$/],
    ["Variable", /^variable(?: rate)?$|^adjustable(?: rate)?$|^arm$/],
    ["Line of credit", /^(?:home equity )?line of credit$|^heloc$/],
    ["Private", /^private$/],
    ["Reverse", /^reverse(?: mortgage)?$/],
    ["None", /^none$/],
  ],
};

/** The form's option for a document's wording, or null. */
export function readOption(field: string, raw: string): string | null {
  const text = raw.trim().toLowerCase().replace(/\s+/g, " ");
  return CHOICES[field]?.find(([, words]) => words.test(text))?.[0] ?? null;
}

/**
 * Entries that the form can hold: only inputs of its view, options in its spelling, nothing that an Error option
 * refuses.
 */
export function fitToForm(
  entries: Readonly<Record<string, string>>,
  config: ShownConfig,
  view: FormView,
): Record<string, string> {
  const fitting: Record<string, string> = {};
  for (const name of SECTION_NAMES.filter((section) => section !== "additionalProperties")) {
    for (const input of inputsOf(config[name], view)) {
      const read = entries[input.id];
      if (read === undefined) continue;
      const fold = (text: string | number) => String(text).replace(/[\s-]+/g, "").toLowerCase();
      const value = input.type === "dropdown"
        ? input.options.find((option) => fold(option.value) === fold(read))?.value
        : read;
      if (value !== undefined && !errorOption(input, value, view)) fitting[input.id] = String(value);
    }
  }
  return fitting;
}
