/** Worker without permissions: receives a GeoJSON's text, returns its checked and simplified areas. */
/// <reference lib="deno.worker" />
import { AreaProblem, readAreas } from "../../domain/maps/area_import.ts";
import type { AreasResponse } from "./reader.ts";

self.onmessage = ({ data }: MessageEvent<string>) => {
  let result: AreasResponse;
  try {
    result = { areas: readAreas(data) };
  } catch (error) {
    if (!(error instanceof AreaProblem)) throw error;
    result = { problem: error.message };
  }
  postMessage(result);
};
