/**
 * The map's colours, read from the stylesheet. A custom property that holds light-dark() reads back as it was written,
 * so a probe's `color` is asked, which computes, and turned into what a canvas draws.
 */
export interface Colours {
  water: string;
  land: string;
  edge: string;
  border: string;
  label: string;
  halo: string;
  ink: string;
  accent: string;
  surface: string;
  green: string;
  yellow: string;
  red: string;
  /** By step: none, then strong to weak. */
  market: string[];
  /** By class: none, then little to much. */
  exposure: string[];
}

const TOKENS = {
  water: "map-water",
  land: "map-land",
  edge: "map-edge",
  border: "map-border",
  label: "map-label",
  halo: "map-halo",
  ink: "ink",
  accent: "accent",
  surface: "surface",
  green: "green",
  yellow: "yellow",
  red: "red",
} as const;
const STEPS = [0, 1, 2, 3, 4, 5];

/** Red, green, blue and the given opacity, of any colour that CSS knows. */
function rgba(pen: CanvasRenderingContext2D, colour: string): string {
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
  return `rgba(${r},${g},${b},1)`;
}

/** The colours as the page shows them now. */
export function readColours(): Colours {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.hidden = true;
  // Forced colours are the page's; a map in two of them would say nothing.
  probe.style.setProperty("forced-color-adjust", "none");
  const pen = canvasOf(1, 1, 1, true)[1];
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return rgba(pen, getComputedStyle(probe).color);
  };
  const single = Object.fromEntries(Object.entries(TOKENS).map(([key, name]) => [key, read(name)]));
  const colours = {
    ...single as { [K in keyof typeof TOKENS]: string },
    market: STEPS.map((step) => read(`m${step}`)),
    exposure: STEPS.map((step) => read(`e${step}`)),
  };
  probe.remove();
  return colours;
}

/** A colour of `readColours` with another opacity, 0 to 1. */
export const withAlpha = (colour: string, alpha: number): string => colour.replace(/[\d.]+\)$/, `${alpha})`);

/** A canvas of `width` by `height` CSS pixels at a device's ratio, and its pen. `read`: its pixels are read back. */
export function canvasOf(
  width: number,
  height: number,
  ratio: number,
  read = false,
): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * ratio);
  canvas.height = Math.ceil(height * ratio);
  const pen = canvas.getContext("2d", { willReadFrequently: read })!;
  pen.scale(ratio, ratio);
  pen.lineJoin = "round";
  return [canvas, pen];
}

/** True for people who want no movement. */
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
