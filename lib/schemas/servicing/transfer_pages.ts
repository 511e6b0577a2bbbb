/** The pages of the next file: in a file of its own, since islands read the inputs of its calls. */
import * as v from "valibot";
import { pageNumber } from "../list_query.ts";

/** The page of the payments, each of which makes a file, and that of those left out. */
export const TransferPages = v.object({ page: pageNumber, leftOut: pageNumber });
export type TransferPages = v.InferOutput<typeof TransferPages>;
