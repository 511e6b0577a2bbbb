/**
 * Where the money is, as warmth. OpenLayers' own heat map needs WebGL and a worker that our policy refuses; this draws
 * a soft dot a spot on a small canvas and colours it by how much lies on a place.
 */
import Layer from "ol/layer/Layer.js";
import type { FrameState } from "ol/Map.js";
import { apply } from "ol/transform.js";
import { canvasOf, type Colours } from "./_theme.ts";

/** A place in the map's metres, with its dollars. */
export interface Warm {
  at: number[];
  amount: number;
}

/** The canvas is this much smaller than the map. */
const SCALE = 0.5;
/** Pixels of a dot's picture, and how large it is drawn: least, most, and metres. */
const BRUSH = 24, LEAST_PX = 14, MOST_PX = 46, REACH_M = 17_000;
/** Amounts above this share of the others count as equally warm. */
const WARMEST = 0.95;

function softDot(): HTMLCanvasElement {
  const [canvas, pen] = canvasOf(BRUSH * 2, BRUSH * 2, 1);
  const soft = pen.createRadialGradient(BRUSH, BRUSH, 0, BRUSH, BRUSH, BRUSH);
  soft.addColorStop(0, "rgba(0,0,0,1)");
  soft.addColorStop(0.45, "rgba(0,0,0,.45)");
  soft.addColorStop(1, "rgba(0,0,0,0)");
  pen.fillStyle = soft;
  pen.fillRect(0, 0, BRUSH * 2, BRUSH * 2);
  return canvas;
}

/** 256 steps from the first colour to the last, four bytes each. */
function palette(colours: readonly string[]): Uint8ClampedArray {
  const [, pen] = canvasOf(256, 1, 1, true);
  const line = pen.createLinearGradient(0, 0, 256, 0);
  colours.forEach((colour, i) => line.addColorStop(i / (colours.length - 1), colour));
  pen.fillStyle = line;
  pen.fillRect(0, 0, 256, 1);
  return pen.getImageData(0, 0, 256, 1).data;
}

export interface HeatLayer {
  layer: Layer;
  show(spots: readonly Warm[]): void;
  restyle(): void;
}

export function heatLayer(colours: Colours): HeatLayer {
  const steps = () => palette(colours.exposure.slice(2));
  let spots: readonly Warm[] = [], most = 1, ramp = steps();
  const [shown, face] = canvasOf(1, 1, 1), [soft, pen] = canvasOf(1, 1, 1, true);
  shown.className = "heat";
  const brush = softDot();

  function draw(frame: FrameState): void {
    const [width, height] = frame.size.map((side) => Math.max(1, Math.round(side * SCALE)));
    for (const one of [shown, soft]) Object.assign(one, { width, height });
    const radius = Math.min(MOST_PX, Math.max(LEAST_PX, REACH_M / frame.viewState.resolution + 10)) * SCALE;
    for (const { at, amount } of spots) {
      const [x, y] = apply(frame.coordinateToPixelTransform, at.slice());
      if (x < -MOST_PX || y < -MOST_PX || x > frame.size[0] + MOST_PX || y > frame.size[1] + MOST_PX) continue;
      pen.globalAlpha = Math.min(1, 0.1 + 0.5 * amount / most);
      pen.drawImage(brush, x * SCALE - radius, y * SCALE - radius, radius * 2, radius * 2);
    }
    const picture = pen.getImageData(0, 0, width, height), { data } = picture;
    for (let i = 0; i < data.length; i += 4) {
      const step = data[i + 3] * 4;
      if (!step) continue;
      data[i] = ramp[step];
      data[i + 1] = ramp[step + 1];
      data[i + 2] = ramp[step + 2];
      data[i + 3] = Math.min(215, 40 + data[i + 3] * 1.1);
    }
    face.putImageData(picture, 0, 0);
  }

  const layer = new Layer({
    visible: false,
    zIndex: 3,
    render(frame: FrameState | null) {
      if (frame) draw(frame);
      return shown;
    },
  });
  return {
    layer,
    show(next) {
      spots = next;
      most = next.map(({ amount }) => amount).sort((a, b) => a - b)[Math.floor(next.length * WARMEST)] || 1;
      layer.changed();
    },
    restyle() {
      ramp = steps();
      layer.changed();
    },
  };
}
