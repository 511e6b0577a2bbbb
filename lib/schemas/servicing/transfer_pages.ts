/** The pages of debits and credits: in a file of its own, since islands read the inputs of its calls. */
import * as v from "valibot";
import { pageNumber } from "../list_query.ts";

/** The page of the payments, each of which makes a file, that of those left out, and that of the files made. */
export const TransferPages = v.object({ page: pageNumber, leftOut: pageNumber, files: pageNumber });
export type TransferPages = v.InferOutput<typeof TransferPages>;
