/** Inputs for ending sessions and forgetting browsers. */
import * as v from "valibot";

/** A saved browser, by its handle on the settings page. */
export const DeviceHandle = v.object({ device: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)) });

/** For writes without input; rejects any field, since it was meant for another call. */
export const StrictEmptyInput = v.strictObject({});

export const ThemeInput = v.object({ theme: v.picklist(["auto", "light", "dark"], "Choose a theme.") });
