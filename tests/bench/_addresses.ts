/** The addresses of the lender's pages that the benchmark asks for. */

export const LIST = "/dashboard/loans?size=200";
/** How often pages are asked for before they are measured. */
export const WARM_UPS = 16;

/** Lists of 200 rows that nobody has asked for yet, each status among them as often. */
export const lists = ["client", "broker", "type", "city", "amount", "ltv", "score"].flatMap((sort) =>
  ["asc", "desc"].flatMap((order) =>
    ["NA", "Funded", "Repaid"].map((status) => `${LIST}&status=${status}&sort=${sort}&order=${order}`)
  )
);

/** Later pages of them, for the goal: statements are prepared, the compiler is through, and no first page is kept. */
export const laterPages = Array.from({ length: WARM_UPS / 2 }, (_, n) => lists.map((path) => `${path}&page=${n + 2}`))
  .flat();

/** Searches for a client and a city, each asked once: a list that was asked for before is kept. */
export const searches = ["smi", "bro", "lee", "wil", "mar", "tre", "gag", "roy", "cha", "ste"].flatMap((name) =>
  ["ham", "tor", "ott", "lon", "bar", "win"].map((city) => `${LIST}&q=${name}%20${city}`)
);

const SORTS = ["new", "client", "city", "amount", "score", "broker"], STATUSES = ["NA", "Funded", "Repaid"];
const inSixOrders = (filters: string[]) =>
  filters.flatMap((filter, n) =>
    SORTS.map((sort, m) => `/dashboard/loans?status=${STATUSES[(n + m) % 3]}&sort=${sort}&order=asc&${filter}`)
  );

/** Lists that are narrowed, of the usual length, so that those of few loans show as many rows. */
export const narrowed = {
  filtered: inSixOrders(["type=second", "type=bridge", "type=first&risk=yellow", "risk=red", "broker=1003"]),
  searched: inSixOrders(["q=smi%20ham", "q=roy", "q=smi", "q=bro&type=first", "q=lee&broker=1003"]),
} as const;

/** Overviews that nobody has asked for yet, each view among them as often. */
export const overviews = ["all", "year", "12", "6", "3"].flatMap((period) =>
  ["all", "NA", "Funded", "Repaid"].flatMap((status) =>
    ["risk", "exposure", "history", "brokers"].map((view) =>
      `/dashboard/overview?view=${view}&period=${period}&status=${status}`
    )
  )
).reverse();

/** The first half under other addresses, some times over: the compiler goes on with a page for some hundred visits. */
export const warmUps = (paths: string[]) =>
  Array.from({ length: WARM_UPS }, (_, n) => paths.slice(0, paths.length / 2).map((path) => `${path}&visit=${n}`))
    .flat();
/** The second half, of which no answer of the database is kept either. */
export const unseen = (paths: string[]) => paths.slice(paths.length / 2);
export const halves = (paths: string[]) => [paths.slice(0, paths.length / 2), unseen(paths)];
