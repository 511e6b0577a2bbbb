/** The query of the list of the bank's files: in a file of its own, since islands read the inputs of its calls. */
import { defineListQuery, pageNumber } from "../list_query.ts";

export const bankFilesQuery = defineListQuery("/dashboard/bankpayments", { page: pageNumber });
