import { type ChangeEvent, type ReactNode, useState } from "react";
import { COLOURS, stepOf, WORDS } from "../../lib/domain/maps/market_colours.ts";
import { NO_REGION_DATA } from "../../lib/domain/maps/market_report.ts";
import { fixed, parseNumber } from "../../lib/domain/money.ts";
import { Switch } from "../../lib/ui/switch.tsx";
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
        <Weight edit={edit} error={errors.colorWeight} />
      </fieldset>
    </div>
  );
}

function Weight({ edit, error }: { edit: RegionEdit; error: string | undefined }): ReactNode {
  const { colorWeight } = edit.draft;
  const [typed, setTyped] = useState<string | null>(null);
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value);
    edit.set({ colorWeight: parseNumber(event.target.value) ?? NaN });
  };
  return (
    <div className="field">
      <label htmlFor="region-colorWeight">Colour weight</label>
      <div className="weight-pair">
        <input
          type="range"
          aria-label="Colour weight, slider"
          min="0"
          max="1"
          step="0.01"
          value={Number.isFinite(colorWeight) ? colorWeight : 0}
          onChange={(event) => {
            setTyped(null);
            edit.set({ colorWeight: Number(event.target.value) });
          }}
        />
        <input
          id="region-colorWeight"
          className="numeric"
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? (Number.isFinite(colorWeight) ? fixed(colorWeight, 2) : "")}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "region-weight-error" : undefined}
          onChange={type}
          onBlur={() => {
            edit.leave("colorWeight");
            if (!checkIsOff(colorWeight)) setTyped(null);
          }}
        />
      </div>
      {error && <p className="error" id="region-weight-error">{error}</p>}
    </div>
  );
}

const checkIsOff = (weight: number): boolean => !(weight >= 0 && weight <= 1);
