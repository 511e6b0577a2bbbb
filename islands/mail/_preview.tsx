import { type ReactNode, useState } from "react";
import type { PickedBroker } from "../../lib/domain/mail/audience.ts";
import { Segment } from "../../lib/ui/segment.tsx";
import { BrokerSearch } from "./_broker_search.tsx";

const VIEWS = [
  { value: "desktop", label: "Desktop" },
  { value: "phone", label: "Phone" },
  { value: "dark", label: "Dark" },
  { value: "text", label: "Text" },
];

/**
 * The saved mail as it arrives: 600 or 390 pixels wide, in dark colours, or as plain text. `version` is its last save.
 */
export function Preview({ id, version, changed }: { id: number; version: number; changed: boolean }): ReactNode {
  const [view, setView] = useState("desktop");
  const [broker, setBroker] = useState<PickedBroker | null>(null);
  const whose = broker ? `${broker.name} would` : "you would";
  const as = view === "dark" || view === "text" ? view : "light";
  return (
    <aside className="stack email-side no-print" id="preview" aria-labelledby="preview-title">
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
      <p className="small mute" role="status">
        {`As ${whose} get it${changed ? ", as it was last saved" : ""}.`}
        {broker && (
          <button className="btn bare slim" type="button" onClick={() => setBroker(null)}>Show as myself</button>
        )}
      </p>
      <BrokerSearch
        id="preview-broker"
        label="Preview as a broker"
        without={broker ? [broker.id] : []}
        onPick={setBroker}
      />
      <iframe
        key={`${version} ${as} ${broker?.id}`}
        className="email-preview"
        data-view={view}
        title="The mail as it arrives"
        src={`/api/loans/previewemail?id=${id}&as=${as}&head=1${broker ? `&broker=${broker.id}` : ""}`}
      />
    </aside>
  );
}
