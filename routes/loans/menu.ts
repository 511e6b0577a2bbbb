import type { MenuEntry } from "../layout/menu.ts";

const LOANS = "/dashboard/loans";
const WITHIN = [
  "/dashboard/viewloan",
  "/dashboard/viewCommitment",
  "/dashboard/viewRenewal",
  "/dashboard/viewDisclosure",
  "/dashboard/viewInstructions",
  "/dashboard/schedule",
  "/dashboard/payout",
  "/dashboard/loanledger",
];

export const loansMenu: readonly MenuEntry[] = [
  { name: "New Loan", icon: "square-plus", location: "/dashboard/submitloan", place: 10, permission: "submitLoan" },
  { name: "Manage Loans", icon: "layers", location: LOANS, within: WITHIN, place: 20, permission: "manageLoans" },
  {
    name: "Manage Conditions",
    icon: "layers",
    location: LOANS,
    within: WITHIN,
    place: 20,
    permission: "useDashboard",
    except: "manageLoans",
  },
  {
    menu: "create",
    name: "New loan",
    icon: "plus",
    location: "/dashboard/submitloan",
    place: 10,
    permission: "submitLoan",
  },
  { menu: "user", name: "Dashboard", icon: "layers", location: LOANS, place: 10, permission: "useDashboard" },
];
