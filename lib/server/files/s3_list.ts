/** Reads the listing of a bucket: the answer of ListObjectsV2, in XML. */
import { isFileId } from "./file_id.ts";

/** One page of a listing. `next` is what the next page is asked for with, where one follows. */
export interface ListedPage {
  files: { id: string; storedAt: number }[];
  next: string | null;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const textOf = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "")
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => ENTITIES[entity]);

/**
 * The files of a page whose keys are `prefix` and a file's id; other objects are none of ours. `storedAt` in
 * milliseconds. Throws where it is no whole page, which would hide objects, or does not say how the next is asked for.
 */
export function readListing(xml: string, prefix: string): ListedPage {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object]) => ({
    key: textOf(object, "Key"),
    storedAt: Date.parse(textOf(object, "LastModified")),
  }));
  const isWhole = /<ListBucketResult[\s>].*<\/ListBucketResult>\s*$/s.test(xml);
  if (!isWhole || objects.some(({ storedAt }) => Number.isNaN(storedAt))) {
    throw new Error("The object storage answers a listing with something else, or with a part of one.");
  }
  const files = objects.filter(({ key }) => key.startsWith(prefix))
    .map(({ key, storedAt }) => ({ id: key.slice(prefix.length), storedAt })).filter(({ id }) => isFileId(id));
  if (textOf(xml, "IsTruncated") !== "true") return { files, next: null };
  const next = textOf(xml, "NextContinuationToken");
  if (next === "") throw new Error("The object storage lists its objects in part, and not how to ask for the rest.");
  return { files, next };
}
