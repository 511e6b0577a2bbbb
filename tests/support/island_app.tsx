import { Hono } from "hono";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { Lender } from "../../lib/domain/lender.ts";
import { type Assets, UNBUILT } from "../../lib/server/assets.ts";
import type { Variables } from "../../lib/server/http.ts";
import { Island } from "../../lib/server/island.tsx";
import { addSecurityHeaders, securityHeaders } from "../../lib/server/security.ts";
import { Document } from "../../routes/layout/document.tsx";
import { DashboardShell } from "../../routes/layout/dashboard_shell.tsx";
import { PublicShell } from "../../routes/layout/public_shell.tsx";
import type { ShellProps } from "../../routes/layout/shell_props.ts";
import { Caller } from "./islands/Caller.tsx";
import { Presses } from "./islands/Presses.tsx";
import { Probe } from "./islands/Probe.tsx";
import { Refused } from "./islands/Refused.tsx";
import { Tally } from "./islands/Tally.tsx";

/** A lender of the tests' own. */
export const LENDER: Lender = {
  name: "Example Lending",
  legalName: "Example Lending Inc.",
  licences: ["Licence 00000"],
  address: "1 Example Street, Toronto",
  phone: "416-555-0100",
  contactEmail: "brokers@lender.example",
  links: {
    partners: "https://partners.example/",
    soldPrices: "https://sold.example/",
    demoVideos: [],
  },
};

export const PAGES: ReadonlySet<string> = new Set([
  "/contact",
  "/dashboard/submitloan",
  "/dashboard/loans",
  "/dashboard/brokers",
  "/dashboard/settings",
  "/dashboard/accountsettings",
  "/dashboard/contact",
]);

/** What the shells need, with nothing unusual about it. */
export function shellProps(more: Partial<ShellProps> = {}): ShellProps {
  return {
    title: "Loans",
    origin: "http://localhost",
    user: { id: 1, name: "Ann Lee", role: 9, brokerage: "" },
    path: "/dashboard/loans",
    lender: LENDER,
    theme: null,
    flash: null,
    badges: new Map(),
    pages: PAGES,
    menuCompact: false,
    today: "2026-11-20",
    assets: UNBUILT,
    children: null,
    ...more,
  };
}

/** Answers held back until `open` is called: scripts whose name starts with `start`. `asked` once one was wanted. */
export type Gate = { start: string; asked: boolean; opened: Promise<void>; open: () => void };

export function gate(start: string): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { start, asked: false, opened: promise, open: resolve };
}

/**
 * A small application of shells and test islands under the strict policy. `gates` hold scripts back; `opened` gives the
 * bundles, asked for at each request.
 */
export function islandApp(gates: Set<Gate>, opened: () => Assets): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  app.use(async (c, next) => {
    await next();
    addSecurityHeaders(c.res.headers, securityHeaders("http://localhost", opened()));
  });
  const props = (more: Partial<ShellProps>) => shellProps({ assets: opened(), ...more });
  const html = (node: ReactNode) => new Response("<!doctype html>" + renderToString(node), HTML);
  const plain = (children: ReactNode, head?: ReactNode) =>
    html(<Document {...props({ head, children })} className="public" styles="static/css/public.css" />);

  app.get("/assets/*", async (c) => {
    for (const held of gates) {
      if (!c.req.path.startsWith(`/assets/${held.start}`)) continue;
      held.asked = true;
      await held.opened;
    }
    return opened().serve(c);
  });
  app.get("/probe", () => plain(<Island of={Probe} id="p" note={`</is-land>"'&<b>`} />));
  app.get("/presses", () => plain(<Island of={Presses} />));
  app.get("/refused", () => plain(<Island of={Refused} />));
  app.get("/caller", () => plain(<Island of={Caller} />));
  app.post(
    "/api/good",
    async (c) => c.json({ response: true, data: await c.req.json(), cookie: c.req.header("cookie") }),
  );
  app.get("/api/settings", (c) => c.json({ ltvLimit: 80 }));
  app.post("/api/refused", (c) => c.json({ response: false, reason: "Name is required!" }, 422));
  app.post("/api/broken", (c) => c.text("<h1>Bad gateway</h1>", 502));
  app.post("/api/upload", async (c) => {
    const file = (await c.req.formData()).get("file") as File;
    return c.json({ response: true, name: file.name, size: file.size });
  });
  app.get("/late/:on", (c) => {
    const on = c.req.param("on") as "visible" | "interaction" | "touch" | "later";
    return plain(
      <>
        <div className="far">{Array.from({ length: 120 }, (_, i) => <p key={i}>line {i}</p>)}</div>
        <Island of={Probe} on={on} id="p" note="" />
      </>,
    );
  });
  app.get("/shared", () =>
    plain(
      <>
        <Island of={Tally} id="left" />
        <Island of={Tally} id="right" on="interaction" />
      </>,
    ));
  app.get("/injected", () => {
    const bad = { __html: `globalThis.injected = true` };
    const wrapper = { "data-name": "Probe", "data-src": "https://elsewhere.example/x-AAAAAAAA.js" };
    return plain(
      <>
        <Island of={Probe} id="p" note="" />
        <is-land id="planted" {...wrapper} />
      </>,
      <>
        <script dangerouslySetInnerHTML={bad} />
        <style>{"html{display:none}"}</style>
      </>,
    );
  });
  app.get("/public", () =>
    html(
      <PublicShell {...props({ user: null, path: "/", title: "Home" })}>
        <div className="wrap">
          <h1>Home</h1>
        </div>
      </PublicShell>,
    ));
  app.get("/dashboard/loans", (c) => {
    const flash = { text: "Loan Updated!", kind: "ok" as const };
    const theme = /theme=dark/.test(c.req.header("cookie") ?? "") ? "dark" as const : null;
    const badges = new Map([["/dashboard/brokers", 3]]);
    return html(
      <DashboardShell {...props({ flash, theme, badges })}>
        <p>Work</p>
      </DashboardShell>,
    );
  });
  return app;
}

const HTML = { headers: { "content-type": "text/html; charset=utf-8" } };
