import type { ReactNode } from "react";
import type { MapGround } from "../../lib/domain/maps/map_ground.ts";

/** Whom the map names as its sources, and that its areas are approximate while they are. */
export function MapNote({ ground }: { ground: MapGround }): ReactNode {
  return (
    <p className="map-note">
      {ground.approximate && <a href="/dashboard/maploans/areas">Approximate areas</a>} {ground.attribution}
    </p>
  );
}
