/** Texts of the demo's campaigns. The buttons lead to reserved addresses. */

export interface DemoText {
  name: string;
  subject: string;
  preview: string;
  body: string;
}

const greeted = (...parts: string[]): string =>
  ["Hi {firstName},", ...parts, "Helen Voss\n{lender}, 905-555-0100"].join("\n\n");

const FUNDED_DEALS: DemoText = {
  name: "Funded deals",
  subject: "What we funded, {firstName}",
  preview: "Four closings, and what made them work.",
  body: greeted(
    "Four files closed with us since we last wrote: a second in Hamilton that paid out a line of credit, a first on a rural home near Guelph, a bridge in Barrie that closed in six days, and a refinance in Ottawa for a borrower two years into self-employment.",
    "What they had in common: a complete file on the first day.",
    "[See the deals](https://lender.example/deals)",
    "If one of yours looks like these, reply with the address and the amount.",
  ),
};

const RATE_SHEET: DemoText = {
  name: "Rate sheet",
  subject: "Our rates this month",
  preview: "Firsts, seconds and bridges on one page.",
  body: greeted(
    "Here is this month's sheet: firsts, seconds and bridges by score, with fees, on one page that you can print.",
    "[Open the rate sheet](https://lender.example/rates)",
    "The quote tool in the portal has the same rates, for {brokerage} and everybody else. An indicative result is not a commitment to lend.",
  ),
};

const BRIDGE_LOANS: DemoText = {
  name: "Bridge loans in five days",
  subject: "A bridge in five business days",
  preview: "What we need on the first day to close on the fifth.",
  body: greeted(
    "A client buys before the sale closes, and the bank needs two weeks. We need five business days, if these are in the file on the first: the firm sale, the purchase agreement, the payout statement of the mortgage, and the lawyer's name.",
    "[How a bridge works](https://lender.example/bridge)",
    "Call before you submit and we tell you at once whether the dates work.",
  ),
};

const WHERE_WE_LEND: DemoText = {
  name: "Where we lend now",
  subject: "Where we lend now",
  preview: "Two areas changed. The rest of Ontario stays as it was.",
  body: greeted(
    "We looked at our lending areas again. In Prince Edward County we lend less of the value than elsewhere, and in Timmins we take no new files for now. Everything else stays as it was.",
    "[Check a postal code](https://lender.example/areas)",
    "A file that you sent before this is not touched by it.",
  ),
};

const LUNCH: DemoText = {
  name: "Lunch and learn",
  subject: "Lunch, and forty minutes on self-employed files",
  preview: "For two brokerages, at their offices. Lunch is on us.",
  body: greeted(
    "We come to {brokerage} with lunch and forty minutes on self-employed files: which papers we read, which we do not ask for, and how we look at add-backs.",
    "[Pick a date](https://lender.example/lunch)",
    "Bring a file that another lender declined. We look at it together.",
  ),
};

const CONSTRUCTION: DemoText = {
  name: "Construction loans",
  subject: "Construction loans, in three draws",
  preview: "",
  body: greeted(
    "From next season we lend on construction: three draws, each after an inspection. A duplex, a garden suite, a whole house.",
    "[What we look at](https://lender.example/construction)",
  ),
};

/** By the campaigns' ids, from 1. */
export const CAMPAIGN_TEXTS = [FUNDED_DEALS, RATE_SHEET, BRIDGE_LOANS, WHERE_WE_LEND, LUNCH, CONSTRUCTION] as const;
