import { type ReactNode, useRef, useState } from "react";
import { postFile } from "../../lib/client/post_file.ts";
import { AREAS_BYTES, AREAS_TOO_LARGE } from "../../lib/domain/maps/area_limits.ts";
import { Notice } from "../../lib/ui/notice.tsx";
import { FileDrop } from "../forms/file_drop.tsx";
import { useForm } from "../forms/use_form.ts";

type Imported = { version: number; areas: number; points: number; keptPoints: number; leftOut: string[] };

const NO_ANSWER = "The server did not respond, so nothing was imported. Try again.";
const count = (n: number, what: string) => `${n.toLocaleString("en-CA")} ${n === 1 ? what : `${what}s`}`;

function leftOutText(names: readonly string[]): string {
  if (names.length === 0) return "";
  return ` Left out, as the map has no such region: ${names.join(", ")}.`;
}

/** Sends a GeoJSON with areas; they are checked, simplified and kept, and shown over the old ones before they count. */
export function AreaImport(): ReactNode {
  const form = useRef<HTMLFormElement>(null), chosen = useRef<File | null>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const { errors, busy, handlers, send } = useForm<{ data: Imported }, { file: File }>({
    read: () => ({ file: chosen.current! }),
    check: ({ file }): Record<string, string> => file.size > AREAS_BYTES ? { file: AREAS_TOO_LARGE } : {},
    async call({ file }) {
      const path = `/api/loans/importareas?${new URLSearchParams({ name: file.name.slice(0, 120) })}`;
      const result = await postFile<{ data: Imported }>(path, file, "application/geo+json");
      return result.response ? result : { ...result, fields: { file: result.reason ?? NO_ANSWER } };
    },
    // What is wrong stands below the file.
    says: () => "",
    done: ({ data }) => setDone(data),
  });

  function take(file: File): void {
    if (busy) return;
    chosen.current = file;
    setDone(null);
    void send(form.current!);
  }

  return (
    <form className="stack" ref={form} noValidate {...handlers}>
      <FileDrop
        title={busy ? `Checking ${chosen.current!.name}` : "Choose a GeoJSON, or drop it here"}
        note="A FeatureCollection in WGS 84 whose features have the municipality as their name; at most 24 MB"
        label="GeoJSON file"
        accept=".geojson,.json,application/geo+json,application/json"
        busy={busy}
        onFile={take}
      />
      {errors.file && <Notice band="red" live>{errors.file}</Notice>}
      {done && (
        <Notice live icon="check">
          {`${count(done.areas, "area")} kept, ${count(done.points, "point")} simplified to ${
            done.keptPoints.toLocaleString("en-CA")
          }. Maps do not use them yet.${leftOutText(done.leftOut)} `}
          <a href={`/dashboard/maploans/areas?version=${done.version}`}>Compare them with the old ones</a>
        </Notice>
      )}
    </form>
  );
}
