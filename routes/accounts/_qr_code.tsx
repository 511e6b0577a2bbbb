import type { ReactNode } from "react";
import { encode } from "uqr";

/** Empty modules around a QR code, so that cameras find it. */
const QUIET = 4;
/** Its side on the screen. */
const PIXELS = 216;

/** A text as a QR code: black on white in every theme, since many readers know no other. */
export function QrCode({ text }: { text: string }): ReactNode {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => dark ? [`M${x} ${y}h1v1h-1z`] : []));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={PIXELS}
      height={PIXELS}
      role="img"
      aria-label="QR code"
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={modules.join("")} />
    </svg>
  );
}
