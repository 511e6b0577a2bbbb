import assert from "node:assert/strict";
import { renderToString } from "react-dom/server";
import { telephoneUrl } from "../../../lib/domain/lender.ts";
import { ICONS } from "../../../lib/ui/icon.tsx";
import { DashboardShell } from "../../../routes/layout/dashboard_shell.tsx";
import { currentIn, menuFor, userMenuFor } from "../../../routes/layout/menu.ts";
import { MENU } from "../../../routes/menu.ts";
import { FailurePage } from "../../../routes/system/failure.tsx";
import { NotFoundPage } from "../../../routes/system/not_found.tsx";
import { PublicShell } from "../../../routes/layout/public_shell.tsx";
import { LENDER, PAGES, shellProps } from "../../support/island_app.tsx";

/** Every page of the dashboard (accounts specification 2). */
const ALL = new Set([
  "/contact",
  ..."submitloan loans brokers maploans overview tracking emails settings accountsettings contact".split(" ").map((p) =>
    "/dashboard/" + p
  ),
]);
const OUTBOX = "/dashboard/outbox";
const names = (role: number, pages: ReadonlySet<string> = ALL) =>
  menuFor(MENU, role, LENDER, pages).places.map((item) => item.name);

Deno.test("menus hold what accounts specification 6 gives each role", () => {
  const staff = [
    "New Loan",
    "Manage Loans",
    "Manage Brokers",
    "Map Loans",
    "Overview",
    "Tracking",
    "Emails",
    "Partners",
    "Global Settings",
    "Account Settings",
  ];
  assert.deepEqual(names(9), staff);
  assert.deepEqual(names(99), staff);
  assert.deepEqual(names(0), ["New Loan", "Manage Conditions", "Settings", "Contact Us"]);
  assert.deepEqual(names(5), ["Settings"]);
  assert.deepEqual(userMenuFor(MENU, 0, ALL).map((i) => i.name), ["Dashboard", "Contact", "Settings"]);
  assert.deepEqual(userMenuFor(MENU, 5, ALL).map((i) => i.name), ["Settings"]);
});

Deno.test("entries without a page and tools without an address are not shown", () => {
  assert.deepEqual(names(0, new Set(["/dashboard/loans"])), ["Manage Conditions"]);
  assert.deepEqual(menuFor(MENU, 9, LENDER, ALL).elsewhere.map((i) => i.name), ["Sold Prices"]);
  assert.deepEqual(menuFor(MENU, 9, { ...LENDER, links: { demoVideos: [] } }, new Set()), {
    places: [],
    elsewhere: [],
  });
  assert.deepEqual(menuFor(MENU, 0, LENDER, ALL).elsewhere, [], "brokers have no outside tools");
});

Deno.test("a tool's address in the menu has no parameter that only a loan can fill in", () => {
  const begins: [string, string][] = [
    ["https://sold.example/search/{address}?days={days}&sort=new", "https://sold.example/search/?sort=new"],
    ["https://sold.example/?q={address}&max={maxPrice}#{address}", "https://sold.example/"],
    [new URL("https://sold.example/at/{address}/list").href, "https://sold.example/at/"],
    ["https://sold.example/start?a=1#top", "https://sold.example/start?a=1#top"],
  ];
  for (const [soldPrices, location] of begins) {
    const [tool] = menuFor(MENU, 9, { ...LENDER, links: { soldPrices, demoVideos: [] } }, ALL).elsewhere;
    assert.equal(tool.location, location);
  }
});

Deno.test("the pages Not Found and Failure say so once, in either shell", () => {
  for (const page of [NotFoundPage({ back: "/a", titled: true }), NotFoundPage({ back: "/a", titled: false })]) {
    const isTitled = page.props.title === undefined;
    const shell = isTitled ? DashboardShell : PublicShell;
    const html = renderToString(shell(shellProps({ title: "Page Not Found!", children: page })));
    // On paper the head of its own stands for the bar, which is not printed.
    const [, paper = ""] = /<header class="paper">([^]*?)<\/header>/.exec(html) ?? [];
    const texts = html.replace(paper, "").replace(/<(?:title|svg)[^]*?<\/(?:title|svg)>/g, "").match(
      /Page Not Found!/g,
    );
    assert.equal(texts?.length, 1);
    assert.ok((paper.match(/Page Not Found!/g)?.length ?? 0) <= 1);
    assert.equal(html.match(/<h1/g)?.length, 1);
    assert.match(html, /href="\/a"[^>]*>Go Back</);
  }
  const failure = renderToString(
    FailurePage({ reason: "Why.", back: "/a", led: false, again: "/b?c=1", titled: true }),
  );
  assert.match(failure, /href="\/b\?c=1"[^>]*>Try again<.*href="\/a"[^>]*>Go Back</);
  assert.doesNotMatch(failure, /did not work/);
});

Deno.test("menus of two applications with other pages are independent", () => {
  for (const pages of [new Set(["/dashboard/loans"]), ALL]) {
    const html = renderToString(<DashboardShell {...shellProps({ pages })} />);
    for (const path of ["/dashboard/overview", "/dashboard/accountsettings"]) {
      assert.equal(html.includes(`href="${path}"`), pages.has(path), path);
    }
  }
});

Deno.test("no sentence of the public pages ends twice where the lender's name ends with a full stop", () => {
  const lender = { ...LENDER, name: "Example Lending Inc.", licences: ["Licence 00000 of Example Ltd."] };
  const html = renderToString(PublicShell(shellProps({ lender, user: null, path: "/" }))).replace(/<!--.*?-->/g, "");
  assert.match(html, /Designed and built for Example Lending Inc\. Set in/);
  assert.doesNotMatch(html, /\.\./);
});

Deno.test("a menu marks the screen, or the entry that a screen belongs to", () => {
  const find = (name: string) => menuFor(MENU, 9, LENDER, ALL).places.find((i) => i.name === name)!;
  assert.equal(currentIn(find("Map Loans"), "/dashboard/maploans"), "page");
  assert.equal(currentIn(find("Map Loans"), "/dashboard/maploans/settings"), "true");
  assert.equal(currentIn(find("Manage Loans"), "/dashboard/viewCommitment/4"), "true");
  assert.equal(currentIn(find("Manage Brokers"), "/dashboard/createbroker"), "true");
  assert.equal(currentIn(find("Manage Loans"), "/dashboard/loansomething"), undefined);
});

Deno.test("the dashboard shows pending requests, posts the logout, and opens outside tools in a new tab", () => {
  const html = renderToString(
    <DashboardShell
      {...shellProps({
        user: { id: 1, name: "Ann Lee", role: 99, brokerage: "" },
        pages: new Set([...PAGES, OUTBOX]),
        badges: new Map([["/dashboard/brokers", 3], [OUTBOX, 2]]),
      })}
    />,
  );
  assert.match(
    html,
    /Manage Brokers<\/span><span class="count pulse">3<span class="visually-hidden"> requests<\/span>/,
  );
  assert.match(html, /Outbox<\/span><span class="count">2/, "a mail to look at waits in peace");
  assert.match(html, /<span class="dot pulse">/);
  assert.match(html, /<form action="\/logout" method="post"><button type="submit">/);
  assert.match(html, /<a href="https:\/\/partners\.example\/" target="_blank" rel="noreferrer"/);
  assert.match(html, /<a href="\/dashboard\/loans" aria-current="page">/);
  assert.match(html, /<title>Loans · Example Lending<\/title>/);
  assert.doesNotMatch(html, /href="\/dashboard\/overview"/);
  const still = renderToString(<DashboardShell {...shellProps({ badges: new Map([[OUTBOX, 2]]) })} />);
  assert.match(still, /<span class="dot">/, "nor does the menu's button pulse for it");
  const calm = renderToString(<DashboardShell {...shellProps()} />);
  assert.doesNotMatch(calm, /class="count/);
  const broker = shellProps({
    user: { id: 1, name: "Bo Ray", role: 0, brokerage: "Ray Mortgages" },
    badges: new Map([["/dashboard/brokers", 3]]),
  });
  assert.doesNotMatch(renderToString(<DashboardShell {...broker} />), /class="count|partners\.example/);
});

Deno.test("a page's own heading replaces the top bar and places its parts", () => {
  const html = renderToString(
    <DashboardShell
      {...shellProps({
        header: ({ menuButton, userMenu }) => <header className="loan-head">{menuButton}{userMenu}</header>,
      })}
    />,
  );
  assert.match(html, /<header class="loan-head"><button class="btn bare icon-only open"/);
  assert.doesNotMatch(html, /class="topbar"/);
});

Deno.test("the public bar depends on who is signed in, and facts that are not configured are left out", () => {
  const visitor = renderToString(<PublicShell {...shellProps({ user: null, path: "/login" })} />);
  for (const path of ["/contact", "/register", "/login"]) assert.match(visitor, new RegExp(`href="${path}"`));
  assert.match(visitor, /Licence 00000\. 1 Example Street, Toronto\./);
  assert.match(visitor, /href="tel:\+14165550100"/);
  const member = renderToString(<PublicShell {...shellProps({ path: "/" })} />);
  assert.doesNotMatch(member, /href="\/register"|data-once/);
  for (const path of ["/dashboard/submitloan", "/dashboard/loans", "/dashboard/accountsettings"]) {
    assert.match(member, new RegExp(`href="${path}"`));
  }
  const other = renderToString(
    <PublicShell {...shellProps({ user: { id: 1, name: "Ann Lee", role: 7, brokerage: "" } })} />,
  );
  assert.doesNotMatch(other, /submitloan/, "an unknown role has Settings and Logout alone (accounts specification 6)");
  const bare = shellProps({ user: null, lender: { name: "Example", licences: [], links: { demoVideos: [] } } });
  assert.doesNotMatch(renderToString(<PublicShell {...bare} />), /mailto:|tel:|undefined/);
});

Deno.test("the chosen theme and the flash are in the page, and scripts are files", () => {
  const flash = { text: "<b>Saved</b>", kind: "bad" as const };
  const html = renderToString(
    <DashboardShell {...shellProps({ theme: "dark", flash, menuCompact: true })} />,
  );
  assert.match(html, /<html lang="en-CA" data-theme="dark"/);
  assert.match(
    html,
    /<input type="radio" id="theme-dark" name="theme" checked="" value="dark"/,
  );
  assert.match(html, /class="toast" data-kind="bad" id="flash".*&lt;b&gt;Saved&lt;\/b&gt;/);
  assert.match(html, /<body class="app" data-menu="compact">/);
  assert.deepEqual(html.match(/<script[^]*?<\/script>/g), [
    '<script type="module" src="/assets/islands/shell/every_page.ts"></script>',
    '<script type="module" src="/assets/islands/shell/dashboard.ts"></script>',
  ]);
});

Deno.test("the names of icons are those of the sprite", () => {
  const sprite = Deno.readTextFileSync(new URL("../../../static/img/icons.svg", import.meta.url));
  assert.deepEqual([...ICONS], [...sprite.matchAll(/id="([a-z0-9-]+)"/g)].map((m) => m[1]).sort());
});

Deno.test("telephone numbers become addresses that dial in Canada", () => {
  assert.equal(telephoneUrl("416-555-0100"), "tel:+14165550100");
  assert.equal(telephoneUrl("+44 20 7946 0000"), "tel:+442079460000");
});

Deno.test("an extension is dialled after the number, not as part of it", () => {
  for (const extension of ["x12", "ext 12", "ext. 12", "extension 12", "#12"]) {
    assert.equal(telephoneUrl(`(416) 555-0100 ${extension}`), "tel:+14165550100,12", extension);
  }
  assert.equal(telephoneUrl("+1 416.555.0100 x 4"), "tel:+14165550100,4");
  assert.equal(telephoneUrl("416-555-0100, ext. 4"), "tel:+14165550100,4");
});

Deno.test("words before a telephone number, as an operator writes it, are not dialled", () => {
  assert.equal(telephoneUrl("Toll free 1-800-555-0100"), "tel:18005550100");
  assert.equal(telephoneUrl("Tel. 416-555-0100 ext. 4"), "tel:+14165550100,4");
  assert.equal(telephoneUrl("none"), "tel:");
});
