/** What the calls take that act on one whole loan (spec 001, section 7.1). */
import * as v from "valibot";
import { id, text } from "../fields.ts";

/** shareloan, deleteloan and getloanfiles. */
export const OfLoan = v.object({ loanId: id });
export type OfLoan = v.InferOutput<typeof OfLoan>;

/** `id` is the loan that looks for others of its address; `address` is the address as it is entered now. */
export const CheckDuplicateInput = v.object({ id, address: v.optional(v.nullable(text(300)), "") });
export type CheckDuplicateInput = v.InferOutput<typeof CheckDuplicateInput>;
