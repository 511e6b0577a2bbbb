/** The payments due on a day, and the bar above them. */
import assert from "node:assert/strict";
import { renderToStaticMarkup } from "react-dom/server";
import { ReceivePayments } from "../../../islands/servicing/ReceivePayments.tsx";
import type { DuePayment } from "../../../lib/domain/servicing/receiving.ts";

const DAY = "2026-12-20";
const due = (dueId: number, left: number): DuePayment => ({
  dueId,
  loanId: dueId,
  clientCode: `SMI-${dueId}`,
  borrower: "Smithers",
  due: 100,
  left,
  arrears: 0,
  receipt: null,
  isLast: false,
});
const bar = (rows: DuePayment[]) => {
  const html = renderToStaticMarkup(<ReceivePayments day={DAY} today={DAY} rows={rows} />);
  return html.match(/<form noValidate="" class="act-bar no-print"[^>]*>.*?<\/form>/s)?.[0] ?? html;
};

Deno.test("the bar is that of all acts on chosen rows, and is hidden where nothing can be chosen", () => {
  const some = bar([due(1, 100), due(2, 0)]);
  assert.match(some, /^<form noValidate="" class="act-bar no-print"><div class="field">.*id="received-on"/);
  assert.match(some, /<button class="btn primary" type="submit">Mark 1 payment as received<\/button>/);
  assert.match(some, /1 of 1 unpaid chosen, \$1\.00/);
  assert.match(bar([due(2, 0)]), /^<form noValidate="" class="act-bar no-print" hidden="">/);
});

Deno.test("a table of which nothing can be chosen has no column of boxes, whose room is empty on a phone", () => {
  const table = (rows: DuePayment[]) =>
    renderToStaticMarkup(<ReceivePayments day={DAY} today={DAY} rows={rows} />).match(/<table.*<\/table>/s)![0];
  assert.match(table([due(1, 100), due(2, 0)]), /^<table class="table folds" .*(class="pick".*){3}/s);
  assert.match(table([due(2, 0)]), /^<table class="table folds no-pick"/);
  assert.doesNotMatch(table([due(2, 0)]), /class="pick"/);
});
