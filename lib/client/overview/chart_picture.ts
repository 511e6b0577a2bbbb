/** Paints what a chart shows on the screen into a picture: its words, its drawings and its canvas, where they stand. */

/** Pixels of the picture for one of the page. */
const SCALE = 2;
const MARGIN = 16;
/** What a drawing's file must say for itself, since it has no stylesheet. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "opacity"];

/** Whether an element is seen: not the tools, not what is there for assistive technology alone. */
const isSeen = (element: Element): boolean =>
  element.closest(".tools, .visually-hidden, script, style, link") === null && element.checkVisibility();

function withStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of STYLES) to.setAttribute(name, style.getPropertyValue(name));
  [...from.children].forEach((child, i) => withStyles(child, to.children[i]));
}

/** A drawing as an image of its own, without its words: those are painted in the page's face. */
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

/** How much larger a text is on the screen than its style says: drawings with a view box scale theirs. */
const enlarged = (element: Element): number =>
  element instanceof SVGGraphicsElement ? element.getScreenCTM()?.a ?? 1 : 1;

function paintText(paper: CanvasRenderingContext2D, text: Text, left: number, top: number): void {
  const owner = text.parentElement!;
  if (!text.data.trim() || owner.closest("title") || !isSeen(owner)) return;
  const range = document.createRange();
  range.selectNodeContents(text);
  const box = range.getBoundingClientRect();
  if (box.width === 0) return;
  const style = getComputedStyle(owner);
  const size = parseFloat(style.fontSize) * enlarged(owner);
  paper.font = `${style.fontWeight} ${size}px ${style.fontFamily}`;
  paper.fillStyle = owner instanceof SVGElement ? style.fill : style.color;
  paper.textBaseline = "middle";
  paper.fillText(text.data.trim(), box.left - left, (box.top + box.bottom) / 2 - top, box.width + size);
}

/** The chart as a PNG, on the ground of the page's theme. Throws where the browser cannot paint. */
export async function chartPicture(section: HTMLElement): Promise<Blob> {
  const bounds = section.getBoundingClientRect();
  const left = bounds.left - MARGIN, top = bounds.top - MARGIN;
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil((bounds.width + 2 * MARGIN) * SCALE);
  canvas.height = Math.ceil((bounds.height + 2 * MARGIN) * SCALE);
  const paper = canvas.getContext("2d")!;
  paper.scale(SCALE, SCALE);
  paper.fillStyle = groundOf(section);
  paper.fillRect(0, 0, canvas.width, canvas.height);

  for (const element of section.querySelectorAll<HTMLElement | SVGSVGElement>("svg, canvas, .key, .u-marker")) {
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
      const { backgroundColor, borderTopColor, borderTopStyle, borderTopWidth } = getComputedStyle(element);
      const isKey = element.classList.contains("key");
      if (!isKey && borderTopWidth === "0px") continue;
      // The line plot's keys are pieces of their lines: as wide gaps as dashes.
      const dash = isKey || borderTopStyle === "solid" ? box.width : borderTopStyle === "dashed" ? 5 : 2;
      paper.fillStyle = isKey ? backgroundColor : borderTopColor;
      for (let at = 0; at < box.width; at += 2 * dash) {
        paper.fillRect(x + at, y, Math.min(dash, box.width - at), box.height);
      }
    }
  }
  const words = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) paintText(paper, words.currentNode as Text, left, top);
  return await new Promise((done, fail) =>
    canvas.toBlob((blob) => blob ? done(blob) : fail(new Error("The browser made no picture.")), "image/png")
  );
}

/** The nearest ground behind an element that is not see-through. */
function groundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)" && colour !== "transparent") return colour;
  }
  return "white";
}
