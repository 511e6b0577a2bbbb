import type { ReactNode } from "react";
import { COLOURS, stepOf, WORDS } from "../../lib/domain/maps/market_colours.ts";
import { NO_REGION_DATA } from "../../lib/domain/maps/market_report.ts";
import { COLOUR_WEIGHT } from "../../lib/domain/maps/region_setting.ts";
import { Switch } from "../../lib/ui/switch.tsx";
import { NumberPair } from "../forms/number_pair.tsx";
import type { RegionEdit } from "./_use_region_setting.ts";

/** How the map draws the region: outline only, by its market, or in its own colour. */
export function RegionSettingForm(props: { edit: RegionEdit; hasData: boolean }): ReactNode {
  const { edit, hasData } = props;
  const { draft, errors } = edit;
  return (
    <div className="stack draw-form scripted">
      <Switch
        id="region-enabled"
        label="Coloured"
        hint="Off: outline only"
        checked={draft.enabled}
        onChange={(event) => edit.set({ enabled: event.target.checked })}
      />
      <Switch
        id="region-predict"
        label="Predict"
        hint={hasData ? "Colour and weight by the rating" : NO_REGION_DATA}
        checked={draft.predict}
        disabled={!hasData}
        onChange={(event) => edit.set({ predict: event.target.checked })}
      />
      <fieldset className="own-fill" disabled={draft.predict}>
        <legend className="visually-hidden">Own colour</legend>
        <div className="field">
          <span className="label" id="region-fill-label">Fill colour</span>
          <div className="colours" role="radiogroup" aria-labelledby="region-fill-label">
            {COLOURS.map((colour) => (
              <label key={colour} title={`${colour}, as of a market that is ${WORDS[colour].toLowerCase()}`}>
                <input
                  type="radio"
                  name="fillColor"
                  value={colour}
                  checked={draft.fillColor === colour}
                  onChange={() =>
                    edit.set({ fillColor: colour })}
                />
                <span className="swatch" data-step={stepOf(colour)} />
                <span className="visually-hidden">{colour}</span>
              </label>
            ))}
          </div>
        </div>
        <div className="field">
          <label htmlFor="region-colorWeight">{COLOUR_WEIGHT.label}</label>
          <NumberPair
            cell={COLOUR_WEIGHT}
            id="region-colorWeight"
            value={draft.colorWeight}
            error={errors.colorWeight}
            canEdit
            onValue={(value) => edit.set({ colorWeight: value as number })}
            onLeave={() => edit.leave("colorWeight")}
          />
          {errors.colorWeight && <p className="error" id="region-colorWeight-e">{errors.colorWeight}</p>}
        </div>
      </fieldset>
    </div>
  );
}
