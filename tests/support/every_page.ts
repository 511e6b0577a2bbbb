/** An address of every page, with what it needs in the database: for tests that walk all of them. */
import { transferFiles } from "../../db/schema/mod.ts";
import type { TestAccount, TestApp } from "./app.ts";
import { makeRequest } from "./brokers.ts";
import { makeLoan } from "./loans.ts";
import { makeNews } from "./news.ts";
import { sendTracked } from "./tracking.ts";

/** Who looks at the pages, and the address of each. */
export interface EveryPage {
  people: { nobody: null; broker: TestAccount; owner: TestAccount };
  /** The page's path in the list, who looks, and the address. */
  addresses: [path: string, who: Who, address: string][];
}
type Who = "nobody" | "broker" | "owner";
interface Ids {
  loan: number;
  request: number;
  broker: number;
  email: number;
  transfers: number;
  unsubscribe: string;
}

/** Makes what the pages show, and answers where they are. */
export async function fillEveryPage(t: TestApp): Promise<EveryPage> {
  const broker = await t.account({ name: "Priya Raman", rating: "elite" });
  const owner = await t.account({ name: "Robert Calder", role: 99 });
  const own = { id: 31, type: 0, title: "Confirm the closing date" };
  const conditions = [{ id: 3 }, { id: 4 }, { id: 5 }, { id: 11 }, own, { id: 10, completed: true }];
  const loan = await makeLoan(t, { brokerId: broker.id, comments: "They close on the 4th." }, { conditions });
  await makeLoan(t, { brokerId: broker.id, adminComSelect: "Funded", dateFunded: "2026-05-04", lastName: "Okafor" });
  await sendTracked(t, {}, [broker]);
  await makeNews(t, broker, { kind: "conditionReturned", data: { title: "Appraisal", reason: "It is cut off." } }, {
    loanId: loan.id,
  });
  const email = (await (await t.post("/api/loans/createemail", { name: "Spring rates" }, owner)).json()).data.id;
  const [{ id: transfers }] = await t.deps.db.insert(transferFiles).values({
    kind: "debit",
    day: "2026-12-01",
    number: 1,
    state: "made",
    sealed: "",
    keyMark: "",
    sha256: "0".repeat(64),
    payments: 0,
    cents: 0,
    madeAt: t.now(),
  }).returning();
  const unsubscribe = `/unsubscribe/${broker.id}.${t.context(owner).signer.sign(`unsubscribe:${broker.id}`)}`;
  const ids = { loan: loan.id, broker: broker.id, request: (await makeRequest(t)).id, email, transfers, unsubscribe };
  const addresses = TABLE.map((
    [path, who, address],
  ): EveryPage["addresses"][number] => [path, who, address?.(ids) ?? path]);
  return { people: { nobody: null, broker, owner }, addresses };
}

/** As the addresses, where they differ from the path. */
const TABLE: [string, Who, ((ids: Ids) => string)?][] = [
  ["/", "nobody"],
  ["/contact", "nobody"],
  ["/lending-areas", "nobody"],
  ["/lending-areas", "broker", () => "/lending-areas?postal=V5K"],
  ["/login", "nobody"],
  ["/register", "nobody"],
  ["/recover", "nobody", () => "/recover?id=nothing"],
  ["/changeEmail", "broker", () => "/changeEmail?id=nothing"],
  ["/dashboard", "owner"],
  ["/dashboard/accountsettings", "broker"],
  ["/dashboard/secondfactor", "broker"],
  ["/dashboard/staffsignin", "owner"],
  ["/dashboard/contact", "broker"],
  ["/dashboard/news", "broker"],
  ["/dashboard/news", "owner", () => "/dashboard/news?show=unread"],
  ["/dashboard/loans", "owner"],
  ["/dashboard/submitloan", "broker"],
  ["/dashboard/viewloan/:id", "broker", (ids) => `/dashboard/viewloan/${ids.loan}`],
  ["/dashboard/viewloan", "owner", (ids) => `/dashboard/viewloan?id=${ids.loan}`],
  ["/dashboard/brokers", "owner"],
  ["/dashboard/viewbroker", "owner", (ids) => `/dashboard/viewbroker?id=${ids.broker}`],
  ["/dashboard/viewbroker", "owner", () => "/dashboard/viewbroker?id=new"],
  ["/dashboard/createbroker", "owner", (ids) => `/dashboard/createbroker?id=${ids.request}`],
  ["/dashboard/settings", "owner"],
  ["/dashboard/settings", "owner", () => "/dashboard/settings?panel=versions"],
  ["/dashboard/overview", "owner"],
  ["/dashboard/overview", "owner", () => "/dashboard/overview?view=exposure"],
  ["/dashboard/overview/loans", "owner", () => "/dashboard/overview/loans?status=all"],
  ["/dashboard/viewCommitment/:id", "owner", (ids) => `/dashboard/viewCommitment/${ids.loan}`],
  ["/dashboard/viewRenewal/:id", "owner", (ids) => `/dashboard/viewRenewal/${ids.loan}`],
  ["/dashboard/viewDisclosure/:id", "owner", (ids) => `/dashboard/viewDisclosure/${ids.loan}`],
  ["/dashboard/viewInstructions/:id", "owner", (ids) => `/dashboard/viewInstructions/${ids.loan}`],
  ["/dashboard/schedule/:id", "owner", (ids) => `/dashboard/schedule/${ids.loan}`],
  ["/dashboard/payout/:id", "owner", (ids) => `/dashboard/payout/${ids.loan}`],
  ["/dashboard/loanledger", "owner", (ids) => `/dashboard/loanledger?id=${ids.loan}`],
  ["/dashboard/servicing", "owner"],
  ["/dashboard/servicing", "owner", () => "/dashboard/servicing?view=calendar"],
  ["/dashboard/servicing", "owner", () => "/dashboard/servicing?view=maturities&within=all"],
  ["/dashboard/participants", "owner"],
  ["/dashboard/participants", "owner", () => "/dashboard/participants?name=Maple%20Fund"],
  ["/dashboard/duepayments", "owner"],
  ["/dashboard/bankpayments", "owner"],
  ["/dashboard/returns", "owner"],
  ["/dashboard/transfers", "owner"],
  ["/dashboard/transferfile", "owner", (ids) => `/dashboard/transferfile?id=${ids.transfers}`],
  ["/dashboard/emails", "owner"],
  ["/dashboard/outbox", "owner"],
  ["/dashboard/retention", "owner"],
  ["/dashboard/status", "owner"],
  ["/dashboard/viewemail", "owner", (ids) => `/dashboard/viewemail?id=${ids.email}`],
  ["/unsubscribe/:token", "nobody", (ids) => ids.unsubscribe],
  ["/dashboard/maploans", "owner"],
  ["/dashboard/maploans/areas", "owner"],
  ["/dashboard/maploans/settings", "owner"],
  ["/dashboard/tracking", "owner"],
  ["/dashboard/tracking/overview", "owner"],
  ["/dashboard/tracking/:emailId/:timesRan", "owner", () => "/dashboard/tracking/1/1"],
  ["/dashboard/reloadloan/:id", "owner", (ids) => `/dashboard/reloadloan/${ids.loan}`],
];
