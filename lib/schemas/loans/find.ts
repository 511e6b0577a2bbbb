/** What the command palette asks the server for. */
import * as v from "valibot";
import { optionalText } from "../fields.ts";
import { SEARCH_MAX } from "./list.ts";

/** What is typed: the start of words of a client, a place, a broker or a code. */
export const FindInput = v.object({ q: optionalText(SEARCH_MAX) });
export type FindInput = v.InferOutput<typeof FindInput>;
