import { type ChangeEvent, type ReactNode, useState } from "react";
import { parseResponse } from "../../lib/client/call_api.ts";
import { AREAS_BYTES, AREAS_TOO_LARGE } from "../../lib/domain/maps/area_limits.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";

type Imported = { version: number; areas: number; points: number; keptPoints: number; leftOut: string[] };

const NO_ANSWER = "The server did not respond, so nothing was imported. Try again.";
const count = (n: number, what: string) => `${n.toLocaleString("en-CA")} ${n === 1 ? what : `${what}s`}`;

function leftOutText(names: readonly string[]): string {
  if (names.length === 0) return "";
  return ` Left out, as the map has no such region: ${names.join(", ")}.`;
}

/** Sends a GeoJSON with areas; they are checked, simplified and kept, and shown over the old ones before they count. */
export function AreaImport(): ReactNode {
  const [busy, setBusy] = useState("");
  const [problem, setProblem] = useState("");
  const [done, setDone] = useState<Imported | null>(null);

  async function send(file: File) {
    setProblem("");
    setDone(null);
    if (file.size > AREAS_BYTES) return setProblem(AREAS_TOO_LARGE);
    setBusy(file.name);
    try {
      const response = await fetch(`/api/loans/importareas?${new URLSearchParams({ name: file.name.slice(0, 120) })}`, {
        method: "POST",
        body: file,
        headers: { accept: "application/json", "content-type": "application/geo+json" },
      });
      const read = parseResponse<{ data: Imported }>(response.status, await response.text());
      if (read.response) setDone(read.data);
      else setProblem(read.reason ?? NO_ANSWER);
    } catch {
      setProblem(NO_ANSWER);
    }
    setBusy("");
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    // The same file may be chosen again once it was mended.
    event.target.value = "";
    if (file && !busy) void send(file);
  }

  return (
    <div className="stack">
      <label className="drop" aria-busy={busy !== "" || undefined}>
        <Icon name="upload" />
        <span>
          <b>{busy ? `Checking ${busy}` : "Choose a GeoJSON, or drop it here"}</b>
          <small>A FeatureCollection in WGS 84 whose features have the municipality as their name; at most 24 MB</small>
        </span>
        <input
          type="file"
          accept=".geojson,.json,application/geo+json,application/json"
          aria-label="GeoJSON file"
          onChange={choose}
        />
      </label>
      {problem && <Notice band="red" live>{problem}</Notice>}
      {done && (
        <Notice live icon="check">
          {`${count(done.areas, "area")} kept, ${count(done.points, "point")} simplified to ${
            done.keptPoints.toLocaleString("en-CA")
          }. Maps do not use them yet.${leftOutText(done.leftOut)} `}
          <a href={`/dashboard/maploans/areas?version=${done.version}`}>Look at them over the old ones</a>
        </Notice>
      )}
    </div>
  );
}
