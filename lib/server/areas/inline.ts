/** Reads areas from a GeoJSON in the server's own thread, where there is no worker. */
import { AreaProblem, type ReadAreas, readAreas } from "../../domain/maps/area_import.ts";
import { invalid } from "../../domain/refusal.ts";

/** Characters of one file: some 300 milliseconds during which others wait. */
const MOST = 4 * 1024 * 1024;

/** The areas. Throws 422 with what is wrong and where. */
// deno-lint-ignore require-await -- async turns a refusal into a rejection
export async function readAreasInline(text: string): Promise<ReadAreas> {
  if (text.length > MOST) {
    throw invalid(
      "These areas are more than 4 MB, which cannot be checked where this portal runs. Simplify them first.",
    );
  }
  try {
    return readAreas(text);
  } catch (error) {
    throw error instanceof AreaProblem ? invalid(error.message) : error;
  }
}
