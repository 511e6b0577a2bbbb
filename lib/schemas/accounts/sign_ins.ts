/** What ending sessions and forgetting browsers sends. */
import * as v from "valibot";

/** One saved browser, by the handle that the settings page shows. */
export const DeviceHandle = v.object({ device: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)) });

/** For writes that take nothing: whatever is sent with them was meant for another call. */
export const NothingAtAll = v.strictObject({});

export const ThemeChoice = v.object({ theme: v.picklist(["auto", "light", "dark"], "Choose a theme.") });
