/**
 * A picture from somebody's disk as a mail takes it: no larger than it is shown, and without what a camera noted in it.
 */
import { PICTURE_MAX_BYTES, PICTURE_WIDTH } from "../../domain/mail/picture.ts";

/** Sharp on screens with two pixels in one. */
const WIDEST = 2 * PICTURE_WIDTH;
const QUALITY = 0.85;

const drawn = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((done) => canvas.toBlob(done, type, QUALITY));

/** The picture and the width that a mail shows it in, in CSS pixels; null where the browser cannot read the file. */
export async function mailPicture(file: File): Promise<{ file: File; width: number } | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(bitmap.width, WIDEST);
  canvas.height = Math.max(1, Math.round(bitmap.height * canvas.width / bitmap.width));
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const width = Math.min(bitmap.width, PICTURE_WIDTH);
  bitmap.close();
  let blob = file.type === "image/jpeg" ? null : await drawn(canvas, "image/png");
  if (!blob || blob.size > PICTURE_MAX_BYTES) {
    // A photograph; what is transparent would turn black.
    pen.globalCompositeOperation = "destination-over";
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    blob = await drawn(canvas, "image/jpeg");
  }
  return blob && { file: new File([blob], file.name, { type: blob.type }), width };
}
