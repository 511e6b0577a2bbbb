/** The people of the demo: all invented, with reserved addresses. */
import type { Rating } from "../../../lib/domain/accounts/account_values.ts";

export interface DemoBroker {
  name: string;
  username: string;
  brokerage: string;
  rating: Rating;
  /** 0 is a disabled account. */
  status: 0 | 1;
  notes: string;
}

/** A broker with an account, as mail knows them. */
export interface DemoContact {
  id: number;
  name: string;
  email: string;
  phone: string;
  brokerage: string;
  rating: Rating;
}

const broker = (
  name: string,
  brokerage: string,
  rating: DemoBroker["rating"],
  notes = "",
  status: 0 | 1 = 1,
): DemoBroker => ({ name, username: usernameOf(name), brokerage, rating, status, notes });

/** First and last name together in small letters. */
export function usernameOf(name: string): string {
  return name.normalize("NFD").replace(/[^A-Za-z]/g, "").toLowerCase();
}

export const emailOf = (name: string, host: string): string =>
  `${name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z]+/g, ".")}@${host}.example`;

export const OWNER = { name: "Margaret Lau", username: usernameOf("Margaret Lau") };
export const ADMINISTRATOR = { name: "Helen Voss", username: "helenvoss" };

export const BROKERS: readonly DemoBroker[] = [
  broker("Priya Raman", "Lakeshore Mortgage Group", "elite", "Sends complete files. Call her first."),
  broker("Marc Desjardins", "Rideau Lending", "green"),
  broker("Sofia Marchetti", "Bayfront Mortgages", "green"),
  broker("Tom Hargreaves", "Trillium Street Mortgages", "yellow", "Appraisals come late."),
  broker("Gurpreet Bains", "Peel Mortgage Partners", "elite"),
  broker("Amara Osei", "Lakeshore Mortgage Group", "green"),
  broker("Jason Wu", "Crescent Home Finance", "green"),
  broker("Lena Kovac", "Bayfront Mortgages", "yellow"),
  broker("Olivia Stonechild", "Northern Lights Mortgages", "green"),
  broker("Farid Rahimi", "Peel Mortgage Partners", "red", "Two files with changed income figures."),
  broker("Camille Bélanger", "Rideau Lending", "green"),
  broker("Derek Plummer", "Trillium Street Mortgages", "red", "Licence lapsed; account disabled.", 0),
  broker("Victor Salgado", "Crescent Home Finance", "yellow", "Asked about seconds once; no file yet."),
];

/** Requests that wait for an administrator. */
export const REQUESTS = [
  {
    name: "Noor Haddad",
    brokerage: "Crescent Home Finance",
    license: "M26001187",
    notes: "Met at the spring conference.",
  },
  { name: "Stefan Iliev", brokerage: "Bayfront Mortgages", license: "M26001204", notes: "" },
] as const;

export const FIRST_NAMES = [
  "Daniel",
  "Chidi",
  "Thi Lan",
  "Piotr",
  "Ewan",
  "Simran",
  "Julie",
  "Carmela",
  "Karim",
  "Wei",
  "Fatima",
  "Nikolai",
  "Joana",
  "Sean",
  "Kavya",
  "Marie-Ève",
  "Imran",
  "Grace",
  "Luca",
  "Min-jun",
  "Deniz",
  "Fiona",
  "Kwame",
  "Harjit",
  "Rui",
  "Elena",
  "Owen",
  "Nadège",
  "Manpreet",
];

export const LAST_NAMES = [
  "Smithers",
  "Okafor",
  "Nguyen",
  "Kowalczyk",
  "MacDonald",
  "Dhaliwal",
  "Tremblay",
  "Rossi",
  "Haddad",
  "Chen",
  "Abdi",
  "Petrov",
  "Silva",
  "O'Brien",
  "Ramanathan",
  "Leblanc",
  "Hussain",
  "Thompson",
  "Bianchi",
  "Park",
  "Yilmaz",
  "Campbell",
  "Mensah",
  "Gill",
  "Costa",
  "Ivanova",
  "Wright",
  "Baptiste",
  "Sandhu",
  "Lau",
  "Whiteduck",
];

export const EMPLOYERS: readonly (readonly [employer: string, sector: string, type: string])[] = [
  ["Hamilton Board of Education", "Education", "Salary"],
  ["Grand River Hospital", "Health Care", "Salary"],
  ["Self-employed electrician", "Self-Employed", "Self-employed"],
  ["Oakline Manufacturing", "Manufacturing", "Hourly"],
  ["City works department", "Public Sector", "Salary"],
  ["Northgate Software", "Technology", "Salary"],
  ["Dundas Street Bistro", "Hospitality", "Hourly"],
  ["Retired", "Retired", "Pension"],
  ["Keystone Builders", "Construction", "Hourly"],
  ["Harvest Credit Union", "Finance", "Commission"],
  ["Maple Lane Stores", "Retail", "Hourly"],
];
