/** A bucket by its address: `https://KEY:SECRET@host/bucket/prefix?region=ca-central-1` (default region us-east-1). */
import { AwsClient } from "aws4fetch";

/** What requests to a bucket are made with. */
export interface Bucket {
  client: AwsClient;
  origin: string;
  /** The bucket with its prefix, as they stand in the address. */
  folder: string;
  bucket: string;
  /** What each object's name begins with: empty, or ends with a slash. */
  prefix: string;
}

/** Reads the address; a failed request is sent `retries` times more. */
export function openBucket(storageUrl: string, retries: number): Bucket {
  const url = new URL(storageUrl);
  const folder = url.pathname.replace(/^\/+|\/+$/g, "");
  const [bucket, ...path] = folder.split("/");
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    service: "s3",
    region: url.searchParams.get("region") ?? "us-east-1",
    retries,
  });
  const prefix = path.map((part) => decodeURIComponent(part) + "/").join("");
  return { client, origin: url.origin, folder, bucket, prefix };
}

/** The address of a listing of these objects, in the words of ListObjectsV2. */
export const listingUrl = ({ origin, bucket, prefix }: Bucket, more: Record<string, string>): string =>
  `${origin}/${bucket}?${new URLSearchParams({ "list-type": "2", delimiter: "/", prefix, ...more })}`;
