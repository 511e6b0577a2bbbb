import type { MouseEvent, ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import type { VersionInfo } from "./settings_document.ts";

/** The screens of the settings; the first two are the selector (loans specification 2.6). */
const SETTINGS_SCREENS = [
  { name: "rating", label: "Loan Rating" },
  { name: "general", label: "General Settings" },
  { name: "form", label: "Application Form" },
] as const;

export type SettingsScreen = (typeof SETTINGS_SCREENS)[number]["name"];

/**
 * The selector, and who saved last. `onPick` answers true where the island shows the screen itself; else the browser
 * follows the link.
 */
export function SettingsHead(props: {
  here: SettingsScreen | "versions";
  version: VersionInfo | null;
  kind: "settings" | "config";
  onPick?: (screen: SettingsScreen) => boolean;
}): ReactNode {
  const { here, version, kind, onPick } = props;
  const pick = (event: MouseEvent, screen: SettingsScreen) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (onPick?.(screen)) event.preventDefault();
  };
  return (
    <div className="row pick-panel">
      <nav className="segmented slim list-switch" aria-label="Settings">
        {SETTINGS_SCREENS.map(({ name, label }) => (
          <a
            key={name}
            href={`/dashboard/settings?panel=${name}`}
            aria-current={here === name ? "page" : undefined}
            onClick={(event) => pick(event, name)}
          >
            {label}
          </a>
        ))}
      </nav>
      <p className="small mute align-end">
        {version && (
          <>
            {version.savedBy ? `Last saved by ${version.savedBy}, ` : "As installed, "}
            {formatInstant(version.savedAt)}
            {" · "}
          </>
        )}
        <a
          href={`/dashboard/settings?panel=versions&kind=${kind}`}
          aria-current={here === "versions" ? "page" : undefined}
        >
          Versions
        </a>
      </p>
    </div>
  );
}
