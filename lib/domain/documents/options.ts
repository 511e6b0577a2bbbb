/** Documents' wording for the options of the form. Anything else is missed. */
import { type FormView, SECTION_NAMES, type ShownConfig } from "../settings/form_config.ts";
import { inputsOf } from "../settings/form_order.ts";
import { errorOption } from "../settings/form_config.ts";
import { unaccented } from "./text.ts";

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

/** The same in French, without accents and "(e)": of papers in both languages, and of French-speaking lenders. */
const FRENCH_CHOICES: Readonly<Record<string, OptionPatterns>> = {
  useOfProceeds: [
    ["Debt Consolidation", /^(?:consolidation|regroupement)(?: de(?:s)? dettes?)?$/],
    ["Renovation", /^renovations?$/],
    ["Education", /^(?:etudes|frais de scolarite)$/],
    ["New Purchase", /^(?:nouvel )?achat(?: d'une (?:maison|propriete|residence))?$/],
    ["Business Investment", /^(?:entreprise|investissement dans une entreprise)$/],
    ["Investment in Another Property", /^(?:achat d'|investissement dans )une autre propriete$/],
  ],
  marritalStatus: [
    ["Married", /^mariee?$/],
    ["Common law", /^(?:conjointe? de fait|union (?:de fait|libre))$/],
    ["Single", /^celibataire$/],
    ["Separated", /^separee?$/],
    ["Divorced", /^divorcee?$/],
    ["Widowed", /^(?:veuf|veuve)$/],
  ],
  typeOfIncome: [
    ["Salary", /^salaire$|^salariee?$/],
    ["Hourly", /^(?:taux|salaire) horaire$|^horaire$/],
    ["Self-employed", /^travail(?:leur|leuse)? autonome$|^a son compte$/],
    ["Pension", /^retraitee?$|^retraite$|^(?:rente|pension) de retraite$/],
    ["Rental", /^(?:revenus? )?locatifs?$|^revenus? de location$/],
    ["Other", /^autre$/],
  ],
  propertyType: [
    [
      "Detached",
      /^(?:maison )?(?:individuelle|detachee|isolee|unifamiliale)(?: (?:detachee|isolee))?$|^unifamilial(?: isole)?$/,
    ],
    ["Semi-detached", /^(?:maison )?(?:jumelee?|semi-detachee?|semi-individuelle)$/],
    ["Townhouse", /^maison (?:en rangee|de ville)$/],
    ["Condominium", /^(?:condo(?:minium)? )?(?:en )?copropriete(?: divise)?$|^appartement en copropriete$/],
    ["Cottage", /^chalet$/],
    ["Farm", /^ferme$/],
    ["Vacant Land", /^terrain(?: vacant| vague)?$/],
    ["Mobile Home", /^maison mobile$/],
  ],
  ownerOccupied: [
    ["Yes", /^(?:oui|proprietaire(?:[ -]occupant)?|occupee? par (?:le|la) proprietaire|residence principale)$/],
    ["No", /^(?:non|locataire|locatif|louee?|occupee? par (?:un|une|le|la) locataire)$/],
  ],
  mrtgType: [
    ["Fixed", /^(?:taux )?fixe$/],
    ["Variable", /^(?:taux )?(?:variable|ajustable|revisable)$/],
    ["Line of credit", /^marge de credit(?: hypothecaire)?$/],
    ["Private", /^(?:pret )?privee?$/],
    ["Reverse", /^hypotheque inversee$/],
    ["None", /^aucune?$/],
  ],
};

/** The option of a wording in one language, or null. */
function optionOf(field: string, text: string): string | null {
  for (const choices of [CHOICES, FRENCH_CHOICES]) {
    const found = choices[field]?.find(([, words]) => words.test(text));
    if (found) return found[0];
  }
  return null;
}

/** The form's option for a document's wording in English, French or both (`Married / Marié`), or null. */
export function readOption(field: string, raw: string): string | null {
  const text = unaccented(raw).replaceAll("(e)", "");
  const whole = optionOf(field, text);
  if (whole !== null) return whole;
  const read = text.split(/\s*[/|]\s*/).map((part) => optionOf(field, part));
  return read.length === 2 && read[0] === read[1] ? read[0] : null;
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
