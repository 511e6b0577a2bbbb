/** Inputs of the calls on one loan (loans specification 7.1). */
import * as v from "valibot";
import { id, text } from "../fields.ts";

/** shareloan, deleteloan and getloanfiles. */
export const LoanReference = v.object({ loanId: id });
export type LoanReference = v.InferOutput<typeof LoanReference>;

/** `id` is the loan to compare; `address` its address as entered now. */
export const CheckDuplicateInput = v.object({ id, address: v.optional(v.nullable(text(300)), "") });
export type CheckDuplicateInput = v.InferOutput<typeof CheckDuplicateInput>;
