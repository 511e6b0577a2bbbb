/** Where network addresses are, by the operator's database (GEOIP_DB). */
import { Buffer } from "node:buffer";
import type { CityResponse } from "mmdb-lib";
import type { Located } from "../domain/tracking/hit.ts";
import { EnvError } from "./operator_errors.ts";

const NOWHERE: Located = { country: "", region: "", city: "" };

/** A look-up in the database at `path`; without one every place is empty. Throws EnvError for a file that is none. */
export async function createLocator(path: string | undefined): Promise<(address: string) => Located> {
  if (!path) return () => NOWHERE;
  // Only who has such a database loads its reader.
  const { Reader } = await import("mmdb-lib");
  const reader = await Deno.readFile(path).then((bytes) => new Reader<CityResponse>(Buffer.from(bytes))).catch(() => {
    throw new EnvError(`GEOIP_DB is "${path}", but that is no database of network addresses (.mmdb).`);
  });
  return (address) => {
    try {
      const found = reader.get(address);
      return {
        country: found?.country?.names?.en ?? "",
        region: found?.subdivisions?.[0]?.names?.en ?? "",
        city: found?.city?.names?.en ?? "",
      };
    } catch {
      // Text that is no address.
      return NOWHERE;
    }
  };
}
