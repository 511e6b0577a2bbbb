import { type ReactNode, useState } from "react";
import { Segment } from "../../lib/ui/segment.tsx";

const VIEWS = [
  { value: "desktop", label: "Desktop" },
  { value: "phone", label: "Phone" },
  { value: "dark", label: "Dark" },
  { value: "text", label: "Text" },
];

/** The saved mail as it arrives: 600 or 390 pixels wide, in dark colours, or as plain text. `version` is its last save. */
export function Preview({ id, version, changed }: { id: number; version: number; changed: boolean }): ReactNode {
  const [view, setView] = useState("desktop");
  const as = view === "dark" || view === "text" ? view : "light";
  return (
    <section className="stack email-side" aria-labelledby="preview-title">
      <header className="preview-head">
        <h2 id="preview-title">Preview</h2>
        <Segment
          legend="Preview as"
          name="view"
          slim
          options={VIEWS}
          value={view}
          onChange={(event) => setView(event.target.value)}
        />
      </header>
      <p className="small mute">{changed ? "As it was last saved." : "As you would get it."}</p>
      <iframe
        key={`${version} ${as}`}
        className="email-preview"
        data-view={view}
        title="The mail as it arrives"
        src={`/api/loans/previewemail?id=${id}&as=${as}`}
      />
    </section>
  );
}
