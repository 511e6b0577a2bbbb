/** The map of loans without its page: layers, what is under the pointer, and where the view goes. */
import type Feature from "ol/Feature.js";
import { boundingExtent, containsCoordinate, getHeight, getWidth } from "ol/extent.js";
import type Point from "ol/geom/Point.js";
import type { Extent } from "../../lib/domain/maps/extent.ts";
import type { LoanSpots } from "../../lib/domain/maps/loan_spots.ts";
import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import type { MapMode } from "../../lib/schemas/maps/loan_map.ts";
import type { AreaLook } from "./_area_layer.ts";
import { baseMap, toDegrees, toMap, toPoint } from "./_base_map.ts";
import { boxTool } from "./_box_tool.ts";
import { fanLayer } from "./_fan_layer.ts";
import { heatLayer } from "./_heat_layer.ts";
import { countsOf, pinLayer, spotOf, spotsOf } from "./_pin_layer.ts";
import { type Colours, still } from "./_theme.ts";

/** What the pointer is on: loans, or a region. `pixel` is from the map's top left corner. */
export interface Pointed {
  pixel: readonly number[];
  loans: number;
  /** The band of a single loan, as its position in BANDS. */
  band: number | null;
  amount: number;
  region: string;
}

/** Callbacks of the page. */
export interface LoanMapEvents {
  moved(): void;
  /** A loan's pin was pressed; null for a press beside all. */
  chose(id: number | null): void;
  pointed(pointed: Pointed | null): void;
  pressedRegion(name: string): void;
  drewBox(extent: Extent): void;
  /** The chosen loan's place moved on the screen. */
  placedCard(pixel: readonly number[] | null): void;
}

/** Pixels around what a view is fitted to, on a desk (above its legend) and on a phone: top, right, bottom, left. */
const PADDING = { wide: [64, 56, 168, 56], narrow: [56, 24, 72, 24] };
/** A phone's map in pixels. */
const NARROW_PX = 480;
/** Metres within which loans count as on one spot. */
const SAME_SPOT_M = 60;
const CLOSE_ZOOM = 11;

export interface LoanMapEngine {
  ready: Promise<void>;
  colours: Colours;
  /** Draws the loans, and answers how many they are. */
  show(spots: LoanSpots): number;
  setMode(mode: MapMode): void;
  /** Draws the areas, from now on by `look`. */
  drawAreas(look: (name: string) => AreaLook): void;
  /** Marks a loan and follows its place for the card. `at` is [longitude, latitude]. */
  choose(id: number | null, at?: readonly [number, number]): void;
  /** Marks a loan that is pointed at in the list. */
  mark(id: number | null): void;
  /** Goes to a loan's place unless it is in view and near. */
  goTo(at: readonly [number, number]): Promise<void>;
  fit(extent: Extent, move?: boolean): void;
  /** Shows a region's area; 'Rural' has none. */
  showRegion(name: string, move?: boolean): void;
  zoom(by: number): void;
  /** The view in degrees, and its zoom. */
  view(): { extent: Extent; zoom: number };
  /** Resolves once the map neither moves nor is held. */
  atRest(): Promise<void>;
  isNarrow(): boolean;
  setBox(extent: Extent | null): void;
  drawBox(on: boolean): void;
  close(): void;
}

export function loanMapEngine(target: HTMLElement, ground: MapGround, events: LoanMapEvents): LoanMapEngine {
  const base = baseMap(target, ground);
  const { map, colours } = base, view = map.getView();
  const pins = pinLayer(colours), fan = fanLayer(colours), heat = heatLayer(colours);
  const box = boxTool(map, colours, events.drewBox);
  for (const layer of [heat.layer, pins.layer, fan.layer, box.layer]) map.addLayer(layer);
  let mode: MapMode = "market";
  let over = "";
  let look: (name: string) => AreaLook = () => ({});
  let cardAt: number[] | null = null;
  /** Where the fanned-out pin stands that was pressed. */
  let legAt: number[] | null = null;
  let resolution = 0;
  const isNarrow = () => target.clientWidth < NARROW_PX;
  const move = (duration: number) => still() ? 0 : duration;

  base.onTheme(() => {
    for (const layer of [pins, fan, heat]) layer.restyle();
    box.restyle();
  });

  const featureAt = (pixel: number[], layer: unknown): Feature | undefined =>
    map.forEachFeatureAtPixel(pixel, (feature) => feature as Feature, {
      layerFilter: (one) => one === layer,
      hitTolerance: 3,
    });
  const regionAt = (pixel: number[]): string => featureAt(pixel, base.areaLayer)?.get("name") ?? "";
  const drawAreas = () => base.draw((name) => name === over ? { ...look(name), strong: true } : look(name));

  function fit(extent: readonly number[], options: { maxZoom?: number; duration?: number; padding?: number[] } = {}) {
    const padding = PADDING[isNarrow() ? "narrow" : "wide"];
    view.fit([...extent], { padding, maxZoom: 12, duration: move(300), ...options });
  }

  function placeCard(): void {
    events.placedCard(cardAt && map.getPixelFromCoordinate(cardAt));
  }

  function press(pixel: number[]): void {
    const leg = featureAt(pixel, fan.layer);
    if (leg?.get("loan")) {
      legAt = (leg.getGeometry() as Point).getCoordinates();
      return events.chose(leg.get("loan"));
    }
    fan.close();
    const cluster = mode === "market" ? featureAt(pixel, pins.layer) : undefined;
    if (!cluster) {
      const region = regionAt(pixel), open = cardAt !== null;
      events.chose(null);
      if (region && !open && mode === "exposure") events.pressedRegion(region);
      return;
    }
    openCluster(spotsOf(cluster));
  }

  /** Opens a loan, zooms to those of a ring, or fans out those on one spot. */
  function openCluster(members: Feature[]): void {
    const spots = members.map(spotOf);
    if (members.length === 1 && spots[0].id !== null) return events.chose(spots[0].id);
    const whole = boundingExtent(
      members.flatMap((one, i) => {
        const cell = spots[i].extent;
        if (!cell) return [(one.getGeometry() as Point).getCoordinates()];
        const [west, south, east, north] = toMap(cell);
        return [[west, south], [east, north]];
      }),
    );
    events.chose(null);
    const together = Math.max(getWidth(whole), getHeight(whole)) < SAME_SPOT_M ||
      view.getZoom()! >= view.getMaxZoom() - 0.1;
    if (together && spots.every(({ id }) => id !== null)) return fan.open(members, view.getResolution()!);
    fit(whole, { padding: [110, 90, 110, 90], maxZoom: 15 });
  }

  map.on("click", (event) => press(event.pixel));
  map.on("pointermove", (event) => {
    if (event.dragging || box.isDrawing()) return events.pointed(null);
    const { pixel } = event;
    const cluster = mode === "market" ? featureAt(pixel, pins.layer) : undefined;
    target.style.cursor = cluster ? "pointer" : "";
    const region = regionAt(pixel);
    if (region !== over) {
      over = region;
      drawAreas();
    }
    const members = cluster ? spotsOf(cluster) : [];
    const counts = countsOf(members), loans = counts[0] + counts[1] + counts[2];
    const amount = members.reduce((sum, one) => sum + spotOf(one).amount, 0);
    const band = loans === 1 ? counts.indexOf(1) : null;
    events.pointed(loans || region ? { pixel, loans, band, amount, region } : null);
  });
  const leave = () => {
    events.pointed(null);
    if (over) {
      over = "";
      drawAreas();
    }
  };
  target.addEventListener("pointerleave", leave);
  map.on("moveend", () => {
    // The legs were drawn for another zoom.
    if (resolution !== view.getResolution()) fan.close();
    resolution = view.getResolution()!;
    pins.join(resolution);
    events.moved();
  });
  map.on("postrender", placeCard);

  return {
    ready: base.ready,
    colours,
    show(spots) {
      fan.close();
      const shown = pins.show(spots, view.getResolution()!);
      heat.show(
        shown.map((one) => ({ at: (one.getGeometry() as Point).getCoordinates(), amount: spotOf(one).amount })),
      );
      return countsOf(shown).reduce((all, count) => all + count, 0);
    },
    setMode(next) {
      mode = next;
      pins.layer.setVisible(mode === "market");
      fan.close();
      heat.layer.setVisible(mode === "heat");
    },
    drawAreas(next) {
      look = next;
      drawAreas();
    },
    choose(id, at) {
      pins.choose(id);
      cardAt = id === null || !at ? null : legAt ?? toPoint(...at);
      legAt = null;
      placeCard();
    },
    mark: (id) => pins.choose(id),
    async goTo(at) {
      const centre = toPoint(...at), zoom = Math.max(view.getZoom()!, CLOSE_ZOOM);
      const near = view.getZoom()! >= CLOSE_ZOOM - 1 && containsCoordinate(view.calculateExtent(map.getSize()), centre);
      if (near) return;
      await new Promise<void>((done) => view.animate({ center: centre, zoom, duration: move(320) }, () => done()));
    },
    fit: (extent, animated = true) => fit(toMap(extent), animated ? {} : { duration: 0 }),
    showRegion(name, animated = true) {
      const region = base.areas.getFeatureById(name) as Feature | null;
      const extent = region?.getGeometry()?.getExtent();
      if (extent) fit(extent, { maxZoom: 11.5, padding: [80, 60, 90, 60], ...(animated ? {} : { duration: 0 }) });
    },
    zoom: (by) => view.animate({ zoom: view.getZoom()! + by, duration: move(180) }),
    view: () => ({ extent: toDegrees(view.calculateExtent(map.getSize())), zoom: view.getZoom()! }),
    async atRest() {
      while (view.getAnimating() || view.getInteracting()) await new Promise(requestAnimationFrame);
    },
    isNarrow,
    setBox: box.show,
    drawBox: box.draw,
    close() {
      target.removeEventListener("pointerleave", leave);
      base.close();
    },
  };
}
