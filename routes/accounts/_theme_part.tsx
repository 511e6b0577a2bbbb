import type { ReactNode } from "react";
import { Segment } from "../../lib/ui/segment.tsx";

/** The theme: light, dark or system. The shell's script stores a choice at once; without script the button does. */
export function ThemePart(props: { theme: "light" | "dark" | null }): ReactNode {
  return (
    <form className="part" method="post" action="/api/auth/setTheme">
      <header>
        <h2>Theme</h2>
        <p className="align-end">Remembered in this browser.</p>
      </header>
      <div className="row">
        <Segment
          legend="Theme of this browser"
          name="theme"
          chosen={props.theme ?? "auto"}
          options={[
            { value: "auto", label: "System" },
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
        <button className="btn unscripted" type="submit">Save theme</button>
      </div>
    </form>
  );
}
