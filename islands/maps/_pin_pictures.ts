/** Pictures of pins and rings, each drawn once at the device's ratio, many on one canvas. */
import ImageState from "ol/ImageState.js";
import ImageStyle from "ol/style/Image.js";
import Style from "ol/style/Style.js";
import type { Colour } from "../../lib/domain/lending/colours.ts";
import { BANDS } from "../../lib/domain/maps/loan_spots.ts";
import { canvasOf, type Colours } from "./_theme.ts";

type Pen = CanvasRenderingContext2D;
/** How many loans of each band, in the order of BANDS. */
export type Counts = readonly [green: number, yellow: number, red: number];

const FULL = 2 * Math.PI;
/** A canvas holds so many pictures on a side. A canvas for each costs a zoom more than all else that it draws. */
const ON_SIDE = 8;
/** The side of the largest picture in CSS pixels. */
const SLOT_PX = 70;
/** Canvases kept: a ring for every count there is would fill the memory of a day's work. */
const SHEETS_KEPT = 9;

/** The three shapes of the product's sprite around (x, y). */
function shape(pen: Pen, band: Colour, x: number, y: number, r: number): void {
  pen.beginPath();
  if (band === "green") pen.arc(x, y, r, 0, FULL);
  else if (band === "red") pen.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
  else {
    pen.moveTo(x, y - r * 1.12);
    pen.lineTo(x + r * 1.14, y + r * 0.86);
    pen.lineTo(x - r * 1.14, y + r * 0.86);
    pen.closePath();
  }
}

/** A band's shape in its colour with a halo of the surface's. */
function haloed(pen: Pen, colours: Colours, band: Colour, x: number, y: number, r: number, halo: number): void {
  shape(pen, band, x, y, r);
  pen.lineWidth = halo;
  pen.strokeStyle = colours.surface;
  pen.stroke();
  pen.fillStyle = colours[band];
  pen.fill();
}

/** A square drawing; its side in CSS pixels. */
interface Drawing {
  size: number;
  draw(pen: Pen): void;
}

const pinOf = (colours: Colours, band: Colour, chosen: boolean): Drawing => ({
  size: chosen ? 40 : 24,
  draw: (pen) => drawPin(pen, colours, band, chosen),
});

function drawPin(pen: Pen, colours: Colours, band: Colour, chosen: boolean): void {
  const middle = chosen ? 20 : 12;
  if (chosen) {
    pen.beginPath();
    pen.arc(middle, middle, 17, 0, FULL);
    pen.fillStyle = colours.surface;
    pen.fill();
    pen.lineWidth = 2.5;
    pen.strokeStyle = colours.accent;
    pen.stroke();
  }
  haloed(pen, colours, band, middle, middle, chosen ? 8.5 : 6.5, 3.5);
}

const countText = (all: number): string => all < 10_000 ? String(all) : `${Math.round(all / 1000)}k`;

function ringOf(colours: Colours, counts: Counts): Drawing {
  const all = counts[0] + counts[1] + counts[2];
  const outer = Math.min(28, 12 + 3.1 * Math.log2(all));
  return { size: outer * 2 + 14, draw: (pen) => drawRing(pen, colours, counts, all, outer) };
}

function drawRing(pen: Pen, colours: Colours, counts: Counts, all: number, outer: number): void {
  const middle = outer + 7;
  pen.beginPath();
  pen.arc(middle, middle, outer + 1.5, 0, FULL);
  pen.fillStyle = colours.surface;
  pen.shadowColor = "rgba(10,25,35,.35)";
  pen.shadowBlur = 5;
  pen.shadowOffsetY = 1;
  pen.fill();
  pen.shadowColor = "transparent";
  pen.lineWidth = 4.5;
  const gap = counts.filter((count) => count > 0).length > 1 ? 0.05 : 0;
  let from = -Math.PI / 2;
  for (const i of [2, 1, 0]) {
    if (!counts[i]) continue;
    const to = from + FULL * counts[i] / all;
    pen.beginPath();
    pen.arc(middle, middle, outer - 2.25, from + gap, Math.max(to - gap, from + gap + 0.06));
    pen.strokeStyle = colours[BANDS[i]];
    pen.stroke();
    from = to;
  }
  pen.font = `600 ${all > 99 ? 13.5 : 13}px "Source Sans 3", sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = colours.ink;
  pen.fillText(countText(all), middle, middle + 0.5);
  // The worst band's shape: a ring is read without its colours, too.
  haloed(pen, colours, worstOf(counts), middle + outer * 0.74, middle - outer * 0.74, 4.2, 4);
}

/** The worst band that a crowd has. */
const worstOf = (counts: Counts): Colour => counts[2] ? "red" : counts[1] ? "yellow" : "green";

/** A square of a canvas as an image of OpenLayers, whose own one reads a pixel of each canvas back first. */
class Picture extends ImageStyle {
  constructor(
    private readonly sheet: HTMLCanvasElement,
    private readonly origin: [x: number, y: number],
    private readonly side: number,
    ratio: number,
  ) {
    // An obstacle is always drawn; names give way to it.
    super({
      opacity: 1,
      rotateWithView: false,
      rotation: 0,
      scale: 1 / ratio,
      displacement: [0, 0],
      declutterMode: "obstacle",
    });
  }
  /** It never changes. */
  override clone = () => this;
  override getAnchor = () => [this.side / 2, this.side / 2];
  override getImage = () => this.sheet;
  override getHitDetectionImage = () => this.sheet;
  override getImageState = () => ImageState.LOADED;
  override getImageSize = () => [this.sheet.width, this.sheet.height];
  override getOrigin = () => this.origin;
  override getSize = () => [this.side, this.side];
}

/** Draws pins and rings in the colours of one theme. */
export class PinPictures {
  #made = new Map<string, Style>();
  #sheet: [HTMLCanvasElement, Pen] | null = null;
  #ratio = Math.max(1, devicePixelRatio);

  constructor(private readonly colours: Colours) {}

  #kept(key: string, drawing: () => Drawing, zIndex: number): Style {
    const known = this.#made.get(key);
    if (known) return known;
    if (this.#made.size >= SHEETS_KEPT * ON_SIDE ** 2) this.clear();
    const style = new Style({ image: this.#drawn(drawing()), zIndex });
    this.#made.set(key, style);
    return style;
  }

  /** Draws into the next free place of a canvas. */
  #drawn({ size, draw }: Drawing): Picture {
    const place = this.#made.size % ON_SIDE ** 2, ratio = this.#ratio;
    if (place === 0) this.#sheet = canvasOf(ON_SIDE * SLOT_PX, ON_SIDE * SLOT_PX, ratio);
    const [sheet, pen] = this.#sheet!;
    const [x, y] = [place % ON_SIDE, Math.floor(place / ON_SIDE)].map((n) => Math.round(n * SLOT_PX * ratio));
    pen.save();
    pen.setTransform(ratio, 0, 0, ratio, x, y);
    draw(pen);
    pen.restore();
    return new Picture(sheet, [x, y], Math.ceil(size * ratio), ratio);
  }

  pin(band: Colour, chosen = false): Style {
    const zIndex = chosen ? 9999 : 1 + BANDS.indexOf(band);
    return this.#kept(`${band}${chosen}`, () => pinOf(this.colours, band, chosen), zIndex);
  }

  ring(counts: Counts): Style {
    const all = counts[0] + counts[1] + counts[2];
    return this.#kept(counts.join("-"), () => ringOf(this.colours, counts), 10 + Math.min(all, 900));
  }

  /** Forgets all: the colours are others now. */
  clear(): void {
    this.#made.clear();
  }
}
