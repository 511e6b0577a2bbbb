/** Renders a chart as it appears on screen into a picture: text, SVG and canvas. */

/** Picture pixels for each CSS pixel. */
const SCALE = 2;
const MARGIN = 16;
/** Styles to inline into an exported SVG, which has no stylesheet. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "opacity"];

/** True for visible elements: not the tools, nor what is for assistive technology only. */
const isSeen = (element: Element): boolean =>
  element.closest(".tools, .plot-zoom, .visually-hidden, script, style, link") === null &&
  element.checkVisibility({ visibilityProperty: true });

function withStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of STYLES) to.setAttribute(name, style.getPropertyValue(name));
  [...from.children].forEach((child, i) => withStyles(child, to.children[i]));
}

/** An SVG as an image without its text, which is painted separately in the page's font. */
async function imageOf(svg: SVGSVGElement, { width, height }: DOMRect): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  withStyles(svg, copy);
  copy.querySelectorAll("text, title, use").forEach((element) => element.remove());
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
  await image.decode();
  return image;
}

/** The scale factor of text within an SVG with a view box. */
const textScale = (element: Element): number =>
  element instanceof SVGGraphicsElement ? element.getScreenCTM()?.a ?? 1 : 1;

function paintText(paper: CanvasRenderingContext2D, text: Text, left: number, top: number): void {
  const owner = text.parentElement!;
  if (!text.data.trim() || owner.closest("title") || !isSeen(owner)) return;
  const range = document.createRange();
  range.selectNodeContents(text);
  const box = range.getBoundingClientRect();
  if (box.width === 0) return;
  const style = getComputedStyle(owner);
  const size = parseFloat(style.fontSize) * textScale(owner);
  paper.font = `${style.fontWeight} ${size}px ${style.fontFamily}`;
  paper.fillStyle = owner instanceof SVGElement ? style.fill : style.color;
  paper.textBaseline = "middle";
  paper.fillText(text.data.trim(), box.left - left, (box.top + box.bottom) / 2 - top, box.width + size);
}

/** The chart as a PNG on the theme's background. Throws where the browser cannot render it. */
export async function chartPicture(section: HTMLElement): Promise<Blob> {
  const bounds = section.getBoundingClientRect();
  const left = bounds.left - MARGIN, top = bounds.top - MARGIN;
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil((bounds.width + 2 * MARGIN) * SCALE);
  canvas.height = Math.ceil((bounds.height + 2 * MARGIN) * SCALE);
  const paper = canvas.getContext("2d")!;
  paper.scale(SCALE, SCALE);
  paper.fillStyle = backgroundOf(section);
  paper.fillRect(0, 0, canvas.width, canvas.height);

  for (const element of section.querySelectorAll<HTMLElement | SVGSVGElement>("svg, canvas, .key")) {
    if (!isSeen(element)) continue;
    const box = element.getBoundingClientRect();
    const x = box.left - left, y = box.top - top;
    if (box.width === 0 || box.height === 0) continue;
    if (element instanceof HTMLCanvasElement) paper.drawImage(element, x, y, box.width, box.height);
    else if (element instanceof SVGSVGElement) {
      if (element.querySelector("use")) {
        paper.fillStyle = getComputedStyle(element).color;
        paper.fillRect(x, y, box.width, box.height);
      } else paper.drawImage(await imageOf(element, box), x, y, box.width, box.height);
    } else {
      paper.fillStyle = getComputedStyle(element).backgroundColor;
      paper.fillRect(x, y, box.width, box.height);
    }
  }
  const textNodes = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  while (textNodes.nextNode()) paintText(paper, textNodes.currentNode as Text, left, top);
  return await new Promise((done, fail) =>
    canvas.toBlob((blob) => blob ? done(blob) : fail(new Error("The browser made no picture.")), "image/png")
  );
}

/** The nearest opaque background behind an element. */
function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)" && colour !== "transparent") return colour;
  }
  return "white";
}
