/** Checks stored bytes on their way out. */
import { createHash } from "node:crypto";

type Bytes = Uint8Array<ArrayBuffer>;

/** A stored file has other bytes than were uploaded, as `onWrong` was told. */
export class OtherBytesError extends Error {
  override name = "OtherBytesError";
}

/**
 * The stream, whose last piece is held back until the SHA-256 (hex) and the size (bytes) of the whole are right. Where
 * they are not it fails and calls `onWrong`: what was downloaded until then is not whole, and browsers say so.
 */
export function checkedBody(
  body: ReadableStream<Bytes>,
  { size, sha256 }: { size: number; sha256: string },
  onWrong: () => void,
): ReadableStream<Bytes> {
  const hash = createHash("sha256");
  let seen = 0;
  let held: Bytes | undefined;
  const refuse = (pen: TransformStreamDefaultController<Bytes>) => {
    onWrong();
    pen.error(new OtherBytesError("The stored file is not the one that was uploaded."));
  };
  return body.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      transform(piece, pen) {
        seen += piece.length;
        if (seen > size) return refuse(pen);
        hash.update(piece);
        if (held) pen.enqueue(held);
        held = piece;
      },
      flush(pen) {
        if (seen !== size || hash.digest("hex") !== sha256) return refuse(pen);
        if (held) pen.enqueue(held);
      },
    }),
  );
}
