/** A call is data: method, path, permission, input and verb. This file alone does permission, parsing, answers and error statuses. */
import type { InferOutput } from "valibot";
import type { Context } from "../../db/mod.ts";
import { allows, type Permission } from "../domain/permissions.ts";
import { forbidden, Refusal } from "../domain/refusal.ts";
import { readBody } from "./body.ts";
import { setFlash } from "./flash.ts";
import { contextOf, type Http, wantsPage } from "./http.ts";
import { type PageLike, renderPage } from "./page.tsx";
import { parse, type Schema } from "./parse.ts";

/** How a plain HTML form that posts to this call is answered: where it goes on, or the page that shows what is wrong. */
export interface FormAnswer<I, O> {
  page: PageLike;
  done: (output: O, input: I) => { to: string; toast?: string };
  /** Names whose values never go back into a page. */
  secret?: readonly string[];
}

export interface CallSpec<S extends Schema, O> {
  method: "GET" | "POST";
  path: `/api/${string}`;
  permission: Permission;
  /** Checks the JSON body or form fields of a POST, the query of a GET. */
  input: S;
  run: (ctx: Context, input: InferOutput<S>, c: Http) => Promise<O> | O;
  /** For answers that the specifications shape differently; by default `{response: true, ...output}`. */
  reply?: (output: O, c: Http) => Response | Promise<Response>;
  form?: FormAnswer<InferOutput<S>, O>;
  /** The verb reads the request's body itself (multipart): `input` then checks the query. */
  readsBody?: true;
}

export interface Call {
  method: "GET" | "POST";
  path: string;
  permission: Permission;
  handle: (c: Http) => Promise<Response>;
}

/** Declares a call. To forget its permission does not compile. */
export function call<S extends Schema, O>(spec: CallSpec<S, O>): Call {
  return {
    method: spec.method,
    path: spec.path,
    permission: spec.permission,
    async handle(c) {
      let sent: unknown = {};
      let isForm = false;
      try {
        const ctx = contextOf(c);
        requirePermission(ctx, spec.permission);
        if (spec.method === "GET" || spec.readsBody) sent = c.req.query();
        else ({ value: sent, isForm } = await readBody(c));
        const input = parse(spec.input, sent);
        const output = await spec.run(ctx, input, c);
        if (isForm && spec.form && wantsPage(c)) {
          const { to, toast } = spec.form.done(output, input);
          if (toast) setFlash(c, { text: toast, kind: "ok" });
          return c.redirect(to, 303);
        }
        if (spec.reply) return await spec.reply(output, c);
        return c.json({ response: true, ...(output as object) });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (isForm && spec.form && wantsPage(c)) return await pageAgain(c, spec.form, sent, error);
        return refuse(c, error);
      }
    },
  };
}

function requirePermission(ctx: Context, permission: Permission): void {
  if (allows(ctx.actor, permission)) return;
  if (!ctx.actor) throw new Refusal(401, "You are signed out. Sign in and try again; nothing was changed.");
  throw forbidden();
}

/** A refusal as the calls answer it: the reason is a sentence for the person. */
export function refuse(c: Http, refusal: Refusal): Response {
  if (refusal.retryAfter) c.header("retry-after", String(refusal.retryAfter));
  const fields = refusal.fields && Object.keys(refusal.fields).length ? { fields: refusal.fields } : {};
  return c.json({ response: false, reason: refusal.message, ...fields }, refusal.status);
}

function pageAgain<I, O>(c: Http, form: FormAnswer<I, O>, sent: unknown, refusal: Refusal): Promise<Response> {
  const secret = new Set(form.secret);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent as Record<string, unknown>)) {
    if (typeof value === "string" && !secret.has(name)) values[name] = value;
  }
  return renderPage(c, form.page, {
    status: refusal.status,
    form: { values, errors: refusal.fields ?? {}, reason: refusal.message },
  });
}
