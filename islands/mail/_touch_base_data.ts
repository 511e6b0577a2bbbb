/** What the call touchbasedata answers, as the modal edits it. */
import {
  TOUCH_BASE_FIGURES,
  type TouchBaseConfig,
  type TouchBaseData,
  type TouchBaseFigure,
  touchBaseFigureText,
} from "../../lib/domain/mail/touch_base.ts";

/** A template; one that is not stored yet has a negative id. */
export interface Template {
  id: number;
  subject: string;
  body: string;
}
export interface TemplateLists {
  normal: Template[];
  elite: Template[];
}
export type ListName = keyof TemplateLists;

export const listsOf = (
  { normalTemplates, eliteTemplates }: Pick<TouchBaseData, "normalTemplates" | "eliteTemplates">,
): TemplateLists => ({ normal: JSON.parse(normalTemplates), elite: JSON.parse(eliteTemplates) });

export const FIGURES = Object.keys(TOUCH_BASE_FIGURES) as TouchBaseFigure[];

/** The settings while they are edited: figures as they are typed. */
export type ConfigDraft = { TOUCH_BASE_ENABLED: boolean } & Record<TouchBaseFigure, string>;

export const draftOf = (config: TouchBaseConfig): ConfigDraft => ({
  TOUCH_BASE_ENABLED: config.TOUCH_BASE_ENABLED,
  ...Object.fromEntries(FIGURES.map((name) => [name, String(config[name])])) as Record<TouchBaseFigure, string>,
});

/** What is wrong with the settings, by figure. */
export function configProblems(draft: ConfigDraft): Record<string, string> {
  return Object.fromEntries(FIGURES.flatMap((name) => {
    const { min, max } = TOUCH_BASE_FIGURES[name], text = draft[name].trim(), value = Number(text);
    const fits = /^\d+$/.test(text) && value >= min && value <= max;
    return fits ? [] : [[name, touchBaseFigureText(name)]];
  }));
}
