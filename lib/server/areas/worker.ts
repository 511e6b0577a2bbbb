/** Worker without permissions: receives a GeoJSON's text, returns its checked and simplified areas. */
/// <reference lib="deno.worker" />
import { AreaProblem, readAreas } from "../../domain/maps/area_import.ts";
import type { AreasAnswer } from "./reader.ts";

self.onmessage = ({ data }: MessageEvent<string>) => {
  let answer: AreasAnswer;
  try {
    answer = { areas: readAreas(data) };
  } catch (error) {
    if (!(error instanceof AreaProblem)) throw error;
    answer = { problem: error.message };
  }
  postMessage(answer);
};
