/** A page is data: path, permission, title, load and view. This file alone decides who sees it and how it is sent. */
import type {} from "@hono/react-renderer";
import type { ReactElement, ReactNode } from "react";
import { createElement } from "react";
import type { Context } from "../../db/mod.ts";
import { allows, type Permission, PERMISSIONS } from "../domain/permissions.ts";
import type { Assets } from "./assets.ts";
import { codingOf, compressed } from "./compress.ts";
import type { Deps } from "./deps.ts";
import { RELOAD_SCRIPT } from "./dev_reload.ts";
import { takeFlash } from "./flash.ts";
import { contextOf, type Http } from "./http.ts";
import { beginBadges, type PageParts, type Shell, type ShellFacts, shellFacts } from "./shell.ts";

/** What a plain form sent and what was wrong with it, when a page is shown again. */
export interface FormState {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  reason: string;
  /** What the call answered, where its form shows the page again with the result. */
  answer?: unknown;
}

/** What every view is given besides its own data. Capabilities, never role numbers. */
export interface ViewProps {
  can: Readonly<Record<Permission, boolean>>;
  form: FormState | null;
  site: Context["site"];
  query: Readonly<Record<string, string>>;
  assets: Assets;
}

export interface PageRequest {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  c: Http;
}

export interface PageSpec<D extends object> {
  path: string;
  permission: Permission;
  title: string | ((data: D) => string);
  /** One sentence for search engines and shared links. Without it they are asked to leave the page out. */
  description?: string;
  shell: Shell;
  load: (ctx: Context, request: PageRequest) => Promise<D> | D;
  view: (props: D & ViewProps) => ReactNode;
  /** Buttons of the page in the dashboard's top bar. */
  actions?: (props: D & ViewProps) => ReactNode;
  /** A sticky head of the page's own, in place of the dashboard's top bar. */
  header?: (props: D & ViewProps, parts: { menuButton: ReactNode; userMenu: ReactNode }) => ReactNode;
  /** How what it shows was chosen, for its head on paper; null where it has a head of its own there. */
  paper?: (props: D & ViewProps) => readonly (string | false)[] | null;
  /** More of the document's head. */
  head?: (props: D & ViewProps) => ReactNode;
  /**
   * Finished HTML of many like parts, which takes the place of `LATE` in the view: as one text with the rest two
   * hundred rows would be put together three times, and twice as large where one letter is not of Latin-1.
   */
  late?: (props: D & ViewProps) => readonly string[];
  /** How finished pages are kept and sent again in place of load and view. */
  cache?: PageCache;
}

/** Finished pages: answers with the compressed page and all headers but the request's id. */
export interface PageCache {
  /** True where they depend neither on a session nor on a query, so that they are sent before either is looked at. */
  forEverybody: boolean;
  /** The answer to this visit, to be copied, where it was kept and nothing that it shows has changed. */
  find(c: Http, deps: Deps): Response | undefined;
  /** Answers from what is kept, or renders and keeps; null where this visit's page is not to be kept. */
  respond(c: Http, deps: Deps): Response | Promise<Response> | null;
}

export interface PageLike {
  path: string;
  permission: Permission;
  description?: string;
  shell: Shell;
  cache?: PageCache;
  prepare: (ctx: Context, request: PageRequest, form: FormState | null) => Promise<Prepared>;
}

/** A page ready to be rendered. */
export interface Prepared extends PageParts {
  content: ReactElement;
  late?: readonly string[];
}

/** Stands for a page's `late` HTML, as the inner HTML of an element. No text of people has elements. */
export const LATE = "<late-html></late-html>";

/** Thrown by `load` to send the browser somewhere else. */
export class Redirect extends Error {
  constructor(readonly to: string, readonly toast?: { text: string; kind: "ok" | "bad" }) {
    super(`to ${to}`);
  }
}

/** Declares a page. To forget its permission does not compile. */
export function page<D extends object>(spec: PageSpec<D>): PageLike {
  return {
    path: spec.path,
    permission: spec.permission,
    description: spec.description,
    shell: spec.shell,
    cache: spec.cache,
    async prepare(ctx, request, form) {
      const data = await spec.load(ctx, request);
      const can = Object.fromEntries(PERMISSIONS.map((p) => [p, allows(ctx.actor, p)])) as Record<Permission, boolean>;
      const props = { ...data, can, form, site: ctx.site, query: request.query, assets: request.c.get("deps").assets };
      return {
        title: typeof spec.title === "string" ? spec.title : spec.title(data),
        description: spec.description,
        content: createElement(spec.view as (p: object) => ReactNode, props),
        actions: spec.actions && createElement(spec.actions as (p: object) => ReactNode, props),
        header: spec.header && ((parts) => spec.header!(props, parts)),
        head: spec.head?.(props),
        late: spec.late?.(props),
        paper: (spec.paper ? spec.paper(props) : [])?.filter(Boolean).join(", "),
      };
    },
  };
}

declare module "@hono/react-renderer" {
  interface Props extends ShellFacts {}
}

export interface RenderOptions {
  status?: number;
  form?: FormState;
}

/** Loads, renders and sends a page. */
export async function renderPage(c: Http, page: PageLike, options: RenderOptions = {}): Promise<Response> {
  const prepared = await preparePage(c, page, options.form ?? null);
  const at = options.form ? page.path.replace(/\/:.*/, "") : undefined;
  return await sendPage(c, page.shell, { ...prepared, at }, options.status ?? 200);
}

/** The whole HTML of a page, for this request, in pieces. */
export async function pageHtml(c: Http, page: PageLike): Promise<string[]> {
  return await documentHtml(c, page.shell, await preparePage(c, page, null));
}

function preparePage(c: Http, page: PageLike, form: FormState | null): Promise<Prepared> {
  const request = { params: c.req.param() as Record<string, string>, query: c.req.query(), c };
  if (page.shell === "dashboard") beginBadges(c);
  return page.prepare(contextOf(c), request, form);
}

/** Renders prepared content in its shell and sends it: pieces of text in, compressed out. */
export async function sendPage(c: Http, shell: Shell, prepared: Prepared, status = 200): Promise<Response> {
  const html = await documentHtml(c, shell, prepared);
  for (const [name, value] of htmlHeaders(c.get("deps").assets)) c.header(name, value);
  const coding = codingOf(c);
  if (!coding) return c.body(html.join(""), status as 200);
  c.header("content-encoding", coding);
  return c.body(compressed(html, coding, "once"), status as 200);
}

async function documentHtml(c: Http, shell: Shell, prepared: Prepared): Promise<string[]> {
  const { content, late = [], ...parts } = prepared;
  const facts = await shellFacts(c, shell, parts, takeFlash(c));
  const rendered = await c.render(content, facts);
  const text = await rendered.text();
  const dev = c.get("deps").env.mode === "dev";
  const [before, ...after] = (dev ? text.replace("</body>", RELOAD_SCRIPT + "</body>") : text).split(LATE);
  return after.length > 0 ? [before, ...late, ...after] : [before];
}

/** Pages are fetched when a pointer rests on their link; the browser reads from this file which ones. */
const SPECULATION_RULES = "static/speculation_rules.json";

/** The headers of every page. */
export const htmlHeaders = ({ url }: Assets): [name: string, value: string][] => [
  ["content-type", "text/html; charset=utf-8"],
  ["vary", "Accept-Encoding, Cookie"],
  ["cache-control", "no-store"],
  ["speculation-rules", `"${url(SPECULATION_RULES)}"`],
];
