/** The exported loans of the map. */
import assert from "node:assert/strict";
import { MAP_LOAN_COLUMNS, mapLoanCells } from "../../../lib/domain/maps/map_loan_table.ts";

Deno.test("a loan of the map is a row of the exported file, with empty cells for what is not known", () => {
  const loan = {
    id: 7,
    clientCode: "OKA-1007",
    client: "Ada Okafor",
    broker: "Priya Raman",
    address: "4 Cottage Rd",
    region: "Muskoka",
    status: "Funded",
    type: "second",
    amount: 120_000,
    ltv: 64,
    score: 2.384,
    band: "green" as const,
    longitude: -79.3,
    latitude: 45.1,
    precision: "postal area",
  };
  const row = (one: Parameters<typeof mapLoanCells>[0]) =>
    Object.fromEntries(MAP_LOAN_COLUMNS.map((column, i) => [column, mapLoanCells(one)[i]]));
  assert.deepEqual(row(loan), {
    Client: "OKA-1007 Ada Okafor",
    Broker: "Priya Raman",
    Address: "4 Cottage Rd",
    Region: "Muskoka",
    Type: "Second",
    Status: "Funded",
    Amount: 120_000,
    LTV: "64%",
    "Risk Rating": 2.38,
    Latitude: 45.1,
    Longitude: -79.3,
    Place: "postal area",
  });
  const bare = row({ ...loan, clientCode: "", ltv: null, longitude: null, latitude: null, precision: null });
  assert.deepEqual([bare.Client, bare.LTV, bare.Latitude, bare.Longitude, bare.Place], [
    "Ada Okafor",
    ...[null, null, null, null],
  ]);
});
