/** Every JSON call, one line each. */
import type { Call } from "../lib/server/call.ts";
import { findBrokersCall } from "./api/loans/findbrokers.ts";
import { getLoanCall } from "./api/loans/getloan.ts";
import { updateBrokerLoanCall } from "./api/loans/updatebrokerloan.ts";
import { updateLoanCall } from "./api/loans/updateloan.ts";
import { getConfigCall } from "./api/loans/getconfig.ts";
import { getSettingsCall } from "./api/loans/getsettings.ts";
import { newLoanCall } from "./api/loans/newloan.ts";
import { testLoanCall } from "./api/loans/testloan.ts";
import { uploadPdfCall } from "./api/pdf/upload.ts";

export const CALLS: readonly Call[] = [
  findBrokersCall,
  getLoanCall,
  updateBrokerLoanCall,
  updateLoanCall,
  getConfigCall,
  getSettingsCall,
  newLoanCall,
  testLoanCall,
  uploadPdfCall,
];
