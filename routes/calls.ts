/** Every JSON call, one line each. */
import type { Call } from "../lib/server/call.ts";
import { findBrokersCall } from "./api/loans/findbrokers.ts";
import { getLoanCall } from "./api/loans/getloan.ts";
import { updateBrokerLoanCall } from "./api/loans/updatebrokerloan.ts";
import { updateLoanCall } from "./api/loans/updateloan.ts";

export const CALLS: readonly Call[] = [
  findBrokersCall,
  getLoanCall,
  updateBrokerLoanCall,
  updateLoanCall,
];
