/** The map on paper: as one picture of what is seen, which is drawn when the page is printed and fits its width. */
import { canvasOf, type Colours } from "./_theme.ts";

/**
 * Puts the picture into `target` while the page is printed. Chromium prints what a canvas drew meanwhile over white, so
 * the layers' canvases cannot lie above each other there. Answers what stops it.
 */
export function putOnPaper(target: HTMLElement, colours: Colours): () => void {
  let picture: HTMLCanvasElement | null = null;
  const remove = () => picture?.remove();
  const draw = () => {
    remove();
    const { clientWidth: width, clientHeight: height } = target;
    const [canvas, pen] = canvasOf(width, height, devicePixelRatio);
    pen.fillStyle = colours.water;
    pen.fillRect(0, 0, width, height);
    const frame = target.getBoundingClientRect();
    for (const layer of target.querySelectorAll("canvas")) {
      const { left, top, width: across, height: down } = layer.getBoundingClientRect();
      pen.globalAlpha = Number(getComputedStyle(layer).opacity);
      if (layer.width > 0) pen.drawImage(layer, left - frame.left, top - frame.top, across, down);
    }
    target.append(picture = canvas);
  };
  addEventListener("beforeprint", draw);
  addEventListener("afterprint", remove);
  return () => {
    removeEventListener("beforeprint", draw);
    removeEventListener("afterprint", remove);
  };
}
