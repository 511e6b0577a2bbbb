/** Loans on the map: pins, and rings where several stand close together. */
import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import { cellOf, cellsExtent, type Extent } from "../../lib/domain/maps/extent.ts";
import { BANDS, type LoanSpots, unpackPins } from "../../lib/domain/maps/loan_spots.ts";
import { toPoint } from "./_base_map.ts";
import { groupPlace, type MapPoint, nearGroups } from "./near_groups.ts";
import { type Counts, PinPictures } from "./_pin_pictures.ts";
import type { Colours } from "./_theme.ts";

/** What stands on one spot: a loan, or the loans of a cell. */
export interface Spot {
  /** The loan's id; null for a cell. */
  id: number | null;
  counts: Counts;
  amount: number;
  /** Its cell, in degrees; null for a loan. */
  extent: Extent | null;
}

/** Pixels within which spots join in a ring, and that rings keep between them. */
const JOIN_PX = 44, APART_PX = 26;

/** The spots of a ring or pin. */
export const spotsOf = (cluster: Feature): Feature[] => cluster.get("features") ?? [];
export const spotOf = (feature: Feature): Spot => feature.get("spot");

/** The loans of several spots, by band. */
export function countsOf(members: readonly Feature[]): Counts {
  const sum: [number, number, number] = [0, 0, 0];
  for (const member of members) spotOf(member).counts.forEach((count, i) => sum[i] += count);
  return sum;
}

function featuresOf(spots: LoanSpots): Feature[] {
  const feature = (longitude: number, latitude: number, spot: Spot) =>
    new Feature({ geometry: new Point(toPoint(longitude, latitude)), spot });
  if (spots.kind === "cells") {
    return spots.cells.map(([x, y, green, yellow, red, amount]) => {
      const cell = cellOf(x, y, spots.zoom), extent = cellsExtent(cell, cell, spots.zoom);
      return feature(x, y, { id: null, counts: [green, yellow, red], amount, extent });
    });
  }
  return unpackPins(spots.pins).map(([id, x, y, band, amount]) => {
    const counts: Counts = [Number(band === 0), Number(band === 1), Number(band === 2)];
    const made = feature(x, y, { id, counts, amount, extent: null });
    made.setId(id);
    return made;
  });
}

export interface PinLayer {
  layer: VectorLayer;
  /** Shows spots, joined at a resolution in metres a pixel; answers all of them. */
  show(spots: LoanSpots, resolution: number): readonly Feature[];
  /** Joins them anew, once the map stands still at another resolution. */
  join(resolution: number): void;
  /** Marks a loan's pin; null for none. */
  choose(id: number | null): void;
  restyle(): void;
}

export function pinLayer(colours: Colours): PinLayer {
  const pictures = new PinPictures(colours);
  const source = new VectorSource();
  let chosen: number | null = null;
  let shown: readonly Feature[] = [], places: readonly MapPoint[] = [], joinedAt = 0;
  const layer = new VectorLayer({
    source,
    declutter: true,
    zIndex: 5,
    style: (feature) => {
      const members = spotsOf(feature as Feature);
      const counts = countsOf(members);
      const here = chosen === null ? undefined : members.find((one) => one.getId() === chosen);
      const all = counts[0] + counts[1] + counts[2];
      const own = all === 1 ? pictures.pin(BANDS[counts.indexOf(1)], here !== undefined) : pictures.ring(counts);
      if (!here || all === 1) return own;
      const pin = pictures.pin(BANDS[spotOf(here).counts.indexOf(1)], true).clone();
      pin.setGeometry(here.getGeometry() as Point);
      return [own, pin];
    },
  });
  function join(resolution: number): void {
    joinedAt = resolution;
    const rings = nearGroups(places, JOIN_PX * resolution).map((group) =>
      new Feature({
        geometry: new Point(groupPlace(places, group, APART_PX / JOIN_PX)),
        features: group.map((i) => shown[i]),
      })
    );
    source.clear(true);
    source.addFeatures(rings);
  }
  return {
    layer,
    show(spots, resolution) {
      shown = featuresOf(spots);
      places = shown.map((one) => (one.getGeometry() as Point).getCoordinates());
      join(resolution);
      return shown;
    },
    join(resolution) {
      if (resolution !== joinedAt) join(resolution);
    },
    choose(id) {
      chosen = id;
      layer.changed();
    },
    restyle() {
      pictures.clear();
      layer.changed();
    },
  };
}
