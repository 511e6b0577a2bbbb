import { type FormConfig, type FormView, SECTION_NAMES, type ShownConfig } from "./form_config.ts";
import { inputsOf } from "./form_order.ts";

/**
 * The configuration for a view's form: labels, order, required inputs, option values, flags and messages. Excludes
 * scores, weights, activity and inputs that the view does not show.
 */
export function shownConfig(config: FormConfig, view: FormView): ShownConfig {
  const shown: Partial<ShownConfig> = {};
  for (const name of SECTION_NAMES) {
    const { inputs: _all, settings: _orders, ...section } = config[name];
    const inputs = inputsOf(config[name], view);
    const order = inputs.map(({ id }) => id);
    shown[name] = {
      ...section,
      inputs: inputs.map(({ id, label, type, required, unit, options }) => ({
        id,
        label,
        type,
        required,
        ...(unit && { unit }),
        options: options.map(({ value, flag, message }) => ({ value, flag, ...(message && { message }) })),
      })),
      settings: { order, brokerOrder: order },
    };
  }
  return shown as ShownConfig;
}
