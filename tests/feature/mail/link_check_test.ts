/**
 * Links of a campaign: how they are written, what their sites answer, and what is never called
 * (docs/decisions/mail-links.md).
 */
import assert from "node:assert/strict";
import { campaigns } from "../../../db/schema/mod.ts";
import { linkFormProblem, LINKS_MOST, linkVerdict, linkWarning } from "../../../lib/domain/mail/link_check.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { createLinkChecker, isPublicAddress } from "../../../lib/server/mail/link_checker.ts";
import { createLinkClient, serveLinks } from "../../../lib/server/mail/link_service.ts";
import { withApp } from "../../support/app.ts";
import { AUTHORITY, CERTIFICATE } from "../../support/certificate.ts";

Deno.test("a link is checked by its spelling: whether a reader can open it", () => {
  for (const good of ["https://lender.example/rates", "http://lender.example"]) {
    assert.equal(linkFormProblem(good), null);
  }
  const cases: [string, RegExp][] = [
    ["https://ann:secret@x.example/", /name or password/],
    ["https://", /no web address/],
    ["ftp://x.example", /no web address/],
    ["http://127.0.0.1/", /by number/],
    ["http://2130706433/", /by number/],
    ["http://0x7f.1/", /by number/],
    ["http://[::1]/", /by number/],
    ["http://localhost:8000/", /from outside/],
    ["http://intranet/", /from outside/],
    ["https://files.office.internal/", /from outside/],
  ];
  for (const [link, why] of cases) assert.match(linkFormProblem(link) ?? "", why, link);
});

Deno.test("no address of a private or reserved network is public", () => {
  const own =
    "127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 " +
    "::1 :: fe80::1 fc00::1 fd12::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1::1 ff02::1 none";
  for (const address of own.split(" ")) assert.equal(isPublicAddress(address), false, address);
  for (const address of ["8.8.8.8", "2606:4700:4700::1111"]) assert.equal(isPublicAddress(address), true, address);
});

Deno.test("a site's answer is reported; names that resolve to private addresses are not called, at any redirect", async () => {
  const called: string[] = [];
  const closing = new AbortController(), { signal } = closing;
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", signal, onListen: () => {} },
    (request): Response | Promise<Response> => {
      const { pathname } = new URL(request.url);
      called.push(`${request.headers.get("host")}${pathname}`);
      if (pathname === "/round") return Response.redirect(request.url);
      if (pathname === "/inside") {
        return new Response(null, { status: 302, headers: { location: `http://inside.example:${port}/` } });
      }
      if (pathname === "/local") return new Response(null, { status: 302, headers: { location: "http://127.0.0.1/" } });
      if (pathname === "/on") return new Response(null, { status: 301, headers: { location: "/there" } });
      if (pathname === "/hangs") return new Promise<Response>((done) => signal.onabort = () => done(new Response()));
      return new Response("", { status: pathname === "/there" ? 200 : 404 });
    },
  );
  const port: string = String(server.addr.port);
  const addresses: Record<string, string> = { "site.example": "127.0.0.1", "inside.example": "10.0.0.7" };
  const parts = {
    resolve: (host: string) =>
      addresses[host] ? Promise.resolve([{ address: addresses[host], family: 4 }]) : Promise.reject(new Error("none")),
    isPublic: (address: string) => address === "127.0.0.1",
    ports: [port],
  };
  const check = createLinkChecker(parts);
  const at = (path: string, host = "site.example") => `http://${host}:${port}${path}`;
  try {
    assert.deepEqual(await check(at("/there")), { status: 200 });
    assert.deepEqual(called, [`site.example:${port}/there`]);
    assert.deepEqual(await check(at("/on")), { status: 200 });
    assert.deepEqual(await check(at("/nothing")), { status: 404 });
    assert.deepEqual(await check(at("/", "other.example")), { none: "missing" });
    assert.deepEqual(await check(at("/", "inside.example")), { none: "private" });
    assert.deepEqual(await check(at("/inside")), { none: "private" });
    assert.deepEqual(await check(at("/local")), { none: "moved" });
    assert.deepEqual(await check(at("/round")), { none: "moved" });
    assert.deepEqual(await check("http://site.example:1/"), { none: "notAsked" });
    assert.deepEqual(await createLinkChecker({ ...parts, timeoutMs: 50 })(at("/hangs")), { none: "silent" });
    // By the rules of the portal itself the site of this test is inside.
    const own = createLinkChecker({ resolve: parts.resolve, ports: parts.ports }), before = called.length;
    assert.deepEqual(await own(at("/there")), { none: "private" });
    assert.equal(called.length, before);
  } finally {
    closing.abort();
    await server.finished;
  }
});

Deno.test("an https site is asked by its name, and its certificate must be its own and of a known authority", async () => {
  const site = Deno.serve(
    { port: 0, hostname: "127.0.0.1", ...CERTIFICATE, onListen: () => {} },
    (request) => new Response(null, { status: new URL(request.url).pathname === "/gone" ? 410 : 204 }),
  );
  const port = String(site.addr.port);
  const parts = {
    resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
    isPublic: () => true,
    ports: [port],
    ca: AUTHORITY,
  };
  const check = createLinkChecker(parts);
  try {
    assert.deepEqual(await check(`https://site.example:${port}/rates`), { status: 204 });
    assert.deepEqual(await check(`https://site.example:${port}/gone`), { status: 410 });
    assert.deepEqual(await check(`https://other.example:${port}/`), { none: "closed" }, "another's certificate");
    const strict = createLinkChecker({ ...parts, ca: undefined });
    assert.deepEqual(await strict(`https://site.example:${port}/`), { none: "closed" }, "an unknown authority's");
    assert.deepEqual(await check(`http://site.example:${port}/`), { none: "closed" }, "no TLS");
  } finally {
    await site.shutdown();
  }
});

Deno.test("a server that may not call out asks its helper process, which requires the key", async () => {
  const asked: string[] = [];
  const service = serveLinks("secret", (link) => {
    asked.push(link);
    return Promise.resolve({ status: 404 });
  });
  const at = (key: string) => createLinkClient(`http://${key}@127.0.0.1:${service.addr.port}/`);
  const link = "https://site.example/a?b=1&c=%20#d";
  assert.deepEqual(await at("secret")(link), { status: 404 });
  assert.deepEqual(asked, [link]);
  assert.deepEqual(await at("guess")(link), { none: "notAsked" });
  assert.equal(asked.length, 1);
  await service.shutdown();
  assert.deepEqual(await at("secret")(link), { none: "notAsked" }, "it has ended");
});

Deno.test("the links of the saved mail are reported in their order, as warnings", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner });
    const asked: string[] = [];
    t.deps.ports.checkLink = (link) => {
      asked.push(link);
      return Promise.resolve(link.includes("gone") ? { status: 404 } : { status: 403 });
    };
    const body = "Rates: https://a.example/rates.\n\n[Open](https://b.example/gone)\n\nhttps://me:pw@c.example/";
    await t.deps.db.insert(campaigns).values({ name: "Rates", subject: "S", body, createdAt: t.now() });
    const answer = await (await t.post("/api/loans/checkemaillinks", { id: 1 }, me)).json();
    const told = Object.fromEntries(
      answer.data.map(({ link, state }: { link: string; state: string }) => [link, state]),
    );
    assert.deepEqual(told, {
      "https://a.example/rates": "good",
      "https://b.example/gone": "bad",
      "https://me:pw@c.example/": "bad",
    });
    assert.deepEqual(asked.sort(), ["https://a.example/rates", "https://b.example/gone"]);
    assert.equal(
      linkWarning(answer.data.filter(({ link }: { link: string }) => link.includes("gone"))),
      " One link may not work: https://b.example/gone.",
    );
    assert.equal(linkWarning([linkVerdict("https://a.example", { status: 200 })]), "");
    assert.equal((await t.post("/api/loans/checkemaillinks", { id: 9 }, me)).status, 404);
  }));

Deno.test("an address across a line break is checked whole, and links beyond the limit are reported", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner });
    t.deps.ports.checkLink = (link) => Promise.resolve({ status: /[_&]$/.test(link) ? 404 : 200 });
    const cut = ["https://w.example/Rate_(finance)", "https://w.example/it's", "https://w.example/a?b=1&[c]=2"];
    const checked = async (body: string) => {
      const [{ id }] = await t.deps.db.insert(campaigns).values({ name: body, subject: "S", body, createdAt: t.now() })
        .returning({ id: campaigns.id });
      const { data } = await (await t.post("/api/loans/checkemaillinks", { id }, me)).json();
      return data as { link: string; state: string; why: string }[];
    };
    const anchors = (links: string[]) =>
      links.map((link) => `<p><a href="${link.replace("&", "&amp;")}">x</a></p>`).join("");
    const first = await checked(`${anchors(cut)}<p>And https://w.example/</p>`);
    assert.deepEqual(
      first.map(({ link, state }) => [link, state]),
      [...cut, "https://w.example/"].map((link) => [
        link,
        "good",
      ]),
    );
    const many = await checked(anchors(Array.from({ length: LINKS_MOST + 5 }, (_, i) => `https://w.example/${i}`)));
    assert.deepEqual(many.map(({ state }) => state), [
      ...Array(LINKS_MOST).fill("good"),
      ...Array(5).fill("unknown"),
    ]);
    assert.match(many.at(-1)!.why, /Not looked at: only the first 20 are/);
  }));
