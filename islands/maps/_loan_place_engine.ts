/** One loan's map: its pin, which can be moved, rings at 5 and 10 km, and our loans around it. */
import Collection from "ol/Collection.js";
import Feature from "ol/Feature.js";
import CircleGeometry from "ol/geom/Circle.js";
import Point from "ol/geom/Point.js";
import Translate from "ol/interaction/Translate.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import Icon from "ol/style/Icon.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import type { Colour } from "../../lib/domain/lending/colours.ts";
import type { LoanPlaceData } from "../../lib/domain/maps/loan_place_data.ts";
import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import { placeLooks } from "./area_looks.ts";
import { baseMap, toPlace, toPoint } from "./_base_map.ts";
import { PinPictures } from "./_pin_pictures.ts";
import { canvasOf, type Colours, still } from "./_theme.ts";

const RINGS_KM = [5, 10];
/** Pixels that an arrow key moves the pin, and with Shift. */
const STEP_PX = 4, LARGE_STEP_PX = 20;

/** A drop with room for the band's shape: the one pin of its kind on the map. */
function drop(colours: Colours): Style {
  const ratio = Math.max(1, devicePixelRatio);
  const [canvas, pen] = canvasOf(40, 50, ratio);
  pen.beginPath();
  pen.moveTo(20, 47);
  pen.bezierCurveTo(8, 32, 4, 26, 4, 19);
  pen.arc(20, 19, 16, Math.PI, 0);
  pen.bezierCurveTo(36, 26, 32, 32, 20, 47);
  pen.fillStyle = colours.accent;
  pen.strokeStyle = colours.surface;
  pen.lineWidth = 2.5;
  pen.fill();
  pen.stroke();
  pen.beginPath();
  pen.arc(20, 19, 9.5, 0, 2 * Math.PI);
  pen.fillStyle = colours.surface;
  pen.fill();
  return new Style({ image: new Icon({ img: canvas, scale: 1 / ratio, anchor: [0.5, 0.95] }), zIndex: 20 });
}

type Place = readonly [longitude: number, latitude: number];

export interface LoanPlaceEngine {
  ready: Promise<void>;
  /** Puts the pin on a place and the rings around it. */
  put(place: Place): void;
  /** Moves the pin by an arrow key. */
  nudge(key: string, large: boolean): void;
  /** The middle of the view. */
  middle(): Place;
  mark(id: number | null): void;
  zoom(by: number): void;
  /** Shows the rings. */
  frame(): void;
  close(): void;
}

/** Calls `moved` with each new place of the pin. */
export function loanPlaceEngine(
  target: HTMLElement,
  ground: MapGround,
  data: LoanPlaceData,
  moved: (place: Place) => void,
): LoanPlaceEngine {
  const base = baseMap(target, ground);
  const { map, colours } = base, view = map.getView();
  const pictures = new PinPictures(colours);
  let dropStyle = drop(colours), marked: number | null = null;
  const own = new Feature<Point>();
  const rings = RINGS_KM.map(() => new Feature<CircleGeometry>());
  const others = data.near.map(({ id, band, longitude, latitude }) => {
    const made = new Feature({ geometry: new Point(toPoint(longitude!, latitude!)), band });
    made.setId(id);
    return made;
  });

  function ownStyle(): Style[] {
    const shape = pictures.pin(data.loan.band).clone();
    // Into the drop, which stands on the place.
    shape.setGeometry((feature) => {
      const at = (feature.getGeometry() as Point).clone();
      at.translate(0, 30 * view.getResolution()!);
      return at;
    });
    shape.setZIndex(21);
    return [dropStyle, shape];
  }
  const layer = new VectorLayer({
    zIndex: 6,
    source: new VectorSource<Feature>({ features: [...rings, ...others, own] }),
    style: (feature) => {
      if (feature === own) return ownStyle();
      const band = feature.get("band") as Colour | undefined;
      if (band) return pictures.pin(band, feature.getId() === marked);
      return new Style({ stroke: new Stroke({ color: colours.border, width: 1, lineDash: [3, 4] }) });
    },
  });
  map.addLayer(layer);
  const drag = new Translate({ features: new Collection([own]), hitTolerance: 8 });
  map.addInteraction(drag);

  /** Rings around the pin. The map's metres grow with the latitude. */
  function circle(): void {
    const point = own.getGeometry()!.getCoordinates(), [, latitude] = toPlace(point);
    const grown = 1000 / Math.cos(latitude * Math.PI / 180);
    RINGS_KM.forEach((km, i) => rings[i].setGeometry(new CircleGeometry(point, km * grown)));
  }
  const put = (point: number[]) => {
    own.setGeometry(new Point(point));
    circle();
  };
  drag.on("translating", () => {
    circle();
    moved(toPlace(own.getGeometry()!.getCoordinates()));
  });
  base.onTheme(() => {
    pictures.clear();
    dropStyle = drop(colours);
    layer.changed();
  });
  base.draw(placeLooks({ ...data, region: data.loan.region }, colours));
  const frame = () => {
    const extent = rings[1].getGeometry()?.getExtent();
    if (extent) view.fit(extent, { padding: [8, 8, 8, 8], duration: still() ? 0 : 250 });
  };
  return {
    ready: base.ready,
    put: (place) => put(toPoint(...place)),
    nudge(key, large) {
      const by = view.getResolution()! * (large ? LARGE_STEP_PX : STEP_PX);
      const [x, y] = own.getGeometry()!.getCoordinates();
      put([
        x + (key === "ArrowRight" ? by : key === "ArrowLeft" ? -by : 0),
        y + (key === "ArrowUp" ? by : key === "ArrowDown" ? -by : 0),
      ]);
      moved(toPlace(own.getGeometry()!.getCoordinates()));
    },
    middle: () => toPlace(view.getCenter()!),
    mark(id) {
      marked = id;
      layer.changed();
    },
    zoom: (by) => view.animate({ zoom: view.getZoom()! + by, duration: still() ? 0 : 180 }),
    frame,
    close: base.close,
  };
}
