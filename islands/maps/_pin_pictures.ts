/** Pictures of pins and rings, each drawn once on a canvas at the device's ratio. */
import Icon from "ol/style/Icon.js";
import Style from "ol/style/Style.js";
import type { Colour } from "../../lib/domain/lending/colours.ts";
import { BANDS } from "../../lib/domain/maps/loan_spots.ts";
import { canvasOf, type Colours } from "./_theme.ts";

type Pen = CanvasRenderingContext2D;
/** How many loans of each band, in the order of BANDS. */
export type Counts = readonly [green: number, yellow: number, red: number];

const FULL = 2 * Math.PI;
/** Pictures kept: a ring for every count there is would fill the memory of a day's work. */
const KEPT = 600;

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

function drawPin(colours: Colours, band: Colour, chosen: boolean, ratio: number): HTMLCanvasElement {
  const size = chosen ? 40 : 24, middle = size / 2;
  const [canvas, pen] = canvasOf(size, size, ratio);
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
  return canvas;
}

const countText = (all: number): string => all < 10_000 ? String(all) : `${Math.round(all / 1000)}k`;

function drawRing(colours: Colours, counts: Counts, ratio: number): HTMLCanvasElement {
  const all = counts[0] + counts[1] + counts[2];
  const outer = Math.min(28, 12 + 3.1 * Math.log2(all)), size = outer * 2 + 14, middle = size / 2;
  const [canvas, pen] = canvasOf(size, size, ratio);
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
  return canvas;
}

/** The worst band that a crowd has. */
export const worstOf = (counts: Counts): Colour => counts[2] ? "red" : counts[1] ? "yellow" : "green";

/** Draws pins and rings in the colours of one theme. */
export class PinPictures {
  #made = new Map<string, Style>();
  #ratio = Math.max(1, devicePixelRatio);

  constructor(private readonly colours: Colours) {}

  #kept(key: string, draw: () => HTMLCanvasElement, zIndex: number): Style {
    let style = this.#made.get(key);
    if (!style) {
      if (this.#made.size > KEPT) this.#made.clear();
      // An obstacle is always drawn; names give way to it.
      const image = new Icon({ img: draw(), scale: 1 / this.#ratio, declutterMode: "obstacle" });
      this.#made.set(key, style = new Style({ image, zIndex }));
    }
    return style;
  }

  pin(band: Colour, chosen = false): Style {
    const zIndex = chosen ? 9999 : 1 + BANDS.indexOf(band);
    return this.#kept(`${band}${chosen}`, () => drawPin(this.colours, band, chosen, this.#ratio), zIndex);
  }

  ring(counts: Counts): Style {
    const all = counts[0] + counts[1] + counts[2];
    return this.#kept(counts.join("-"), () => drawRing(this.colours, counts, this.#ratio), 10 + Math.min(all, 900));
  }

  /** Forgets all: the colours are others now. */
  clear(): void {
    this.#made.clear();
  }
}
