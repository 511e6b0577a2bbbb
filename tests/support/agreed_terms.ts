/** A contract's terms as agreed, which tests take as they are or with terms of their own. */
import type { AgreedTerms } from "../../lib/domain/lending/contract.ts";

/** A commitment of 100,000 for a year at 10%, interest only, with its fees; advanced on 4 December 2026. */
export const AGREED: AgreedTerms = {
  kind: "commitment",
  letterDate: "2026-11-20",
  effectiveDate: "2026-12-04",
  principal: 100_000,
  position: "second",
  rate: 0.1,
  structure: "Interest Only",
  months: 12,
  bridgeDays: null,
  bridgePrice: null,
  bridgeMinimum: null,
  lenderFee: 4000,
  brokerFee: 1000,
  otherFees: 900,
  dischargeFee: 350,
  penalty: "3 months",
  apr: 0.169,
};

/** The same without a letter and without fees. */
export const AGREED_WITHOUT_FEES: AgreedTerms = {
  ...AGREED,
  letterDate: "",
  lenderFee: 0,
  brokerFee: 0,
  otherFees: 0,
  dischargeFee: 0,
};
