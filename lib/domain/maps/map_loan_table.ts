import type { CsvCell } from "../csv.ts";
import { typeLabel } from "../loans/loan_type.ts";
import { statusLabel } from "../loans/status.ts";
import type { MapLoan } from "./loan_spots.ts";

/** Columns of the exported loans of the map. */
export const MAP_LOAN_COLUMNS = [
  "Client",
  "Broker",
  "Address",
  "Region",
  "Type",
  "Status",
  "Amount",
  "LTV",
  "Risk Rating",
  "Latitude",
  "Longitude",
  "Place",
] as const;

/** A row of the exported file: amounts and degrees as numbers, for calculation. */
export function mapLoanCells(loan: MapLoan): CsvCell[] {
  return [
    [loan.clientCode, loan.client].filter(Boolean).join(" "),
    loan.broker,
    loan.address,
    loan.region,
    typeLabel(loan.type),
    statusLabel(loan.status),
    loan.amount,
    loan.ltv === null ? null : `${loan.ltv}%`,
    Number(loan.score.toFixed(2)),
    loan.latitude,
    loan.longitude,
    loan.precision,
  ];
}
