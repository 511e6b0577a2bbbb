/**
 * A call is data: method, path, permission, input and verb. This file alone does permission, parsing, answers and error
 * statuses.
 */
import type { InferOutput } from "valibot";
import type { Context } from "../../db/mod.ts";
import { findInput } from "../domain/settings/config_fields.ts";
import { allows, type Permission } from "../domain/permissions.ts";
import { withNext } from "../domain/accounts/next_path.ts";
import { SIGNED_OUT } from "../domain/accounts/signed_out.ts";
import { forbidden, Refusal, refusalFor } from "../domain/refusal.ts";
import { isForm, readBody } from "./body.ts";
import type { Deps } from "./deps.ts";
import { setFlash } from "./flash.ts";
import type { Meters } from "./metrics/meters.ts";
import { contextOf, type Http, refererPath, wantsPage } from "./http.ts";
import { type PageLike, Redirect, renderPage } from "./page.tsx";
import { parse, type Schema } from "./parse.ts";
import { sendJson } from "./send_json.ts";
import { readSigned, runOnce } from "./signed_call.ts";

/**
 * How a plain HTML form that posts to this call is answered: where it goes on, or the page that shows what is wrong.
 */
export interface FormReply<I, O> {
  /** A function where the page depends on who asks. It may throw a Redirect from its load. */
  page: PageLike | ((ctx: Context) => PageLike);
  /** Without it the page itself is shown again, with what was sent and the output in `form.answer` (a calculator). */
  done?: (output: O, input: I, query: Readonly<Record<string, string>>) => { to: string; toast?: string };
  /** Names whose values never go back into a page. */
  secret?: readonly string[];
}

export interface CallSpec<S extends Schema, O> {
  auth?: undefined;
  method: "GET" | "POST";
  path: `/api/${string}`;
  permission: Permission;
  /** Checks the JSON body or form fields of a POST, the query of a GET. */
  input: S;
  run: (ctx: Context, input: InferOutput<S>, c: Http) => Promise<O> | O;
  /** For answers that the specifications shape differently; by default `{response: true, ...output}`. */
  reply?: (output: O, c: Http) => Response | Promise<Response>;
  form?: FormReply<InferOutput<S>, O>;
  /** Answers everybody alike, so also where the database that has the session is away. */
  forEverybody?: true;
  /** A GET that writes: a HEAD, by which programs look whether a link is there, is refused with 405. */
  acts?: true;
  /** The verb reads the request's body itself (multipart): `input` then checks the query. */
  readsBody?: true;
}

/** A webhook: authorised by its signature with the shared secret; each message once. */
export interface SignedCallSpec<S extends Schema, O> {
  auth: "signature";
  method: "POST";
  path: `/api/${string}`;
  /** Checks the message's JSON. */
  input: S;
  /** What the sender signs with; undefined where the operator has set none: then there is no such call. */
  secret: (deps: Deps) => string | undefined;
  /** Runs again where the process ended before the message was noted as done, so it has to bear that. */
  run: (ctx: Context, input: InferOutput<S>, messageId: string) => Promise<O> | O;
}

export interface Call {
  method: "GET" | "POST";
  path: string;
  /** "signature" calls take no session and come from no page of ours. */
  auth: "session" | "signature";
  permission: Permission;
  forEverybody: boolean;
  /**
   * What it takes, for the list of calls (docs/api.md): the schema of its body or query, and how else it may be sent.
   */
  takes: { input: Schema; multipart: boolean; form: boolean };
  handle: (c: Http) => Promise<Response>;
}

/** Declares a call. To forget its permission does not compile. */
export function call<S extends Schema, O>(spec: CallSpec<S, O>): Call;
export function call<S extends Schema, O>(spec: SignedCallSpec<S, O>): Call;
export function call<S extends Schema, O>(spec: CallSpec<S, O> | SignedCallSpec<S, O>): Call {
  return spec.auth === "signature" ? signedCall(spec) : sessionCall(spec);
}

function signedCall<S extends Schema, O>(spec: SignedCallSpec<S, O>): Call {
  return {
    method: spec.method,
    path: spec.path,
    auth: "signature",
    permission: "public",
    forEverybody: false,
    takes: { input: spec.input, multipart: false, form: false },
    async handle(c) {
      const deps = c.get("deps");
      try {
        const { id, body } = await readSigned(c, spec.secret(deps));
        const input = parse(spec.input, body);
        const ran = await runOnce(
          deps.db,
          `${spec.path} ${id}`,
          deps.clock,
          async () => await timed(c, spec.path, () => spec.run(contextOf(c), input, id)),
        );
        // A repeated message is answered well: its sender may not have heard the first answer, and stops sending.
        return c.json({ response: true, ...(ran ? ran.output as object : { repeated: true }) });
      } catch (error) {
        if (error instanceof Refusal) return refuse(c, error);
        throw error;
      }
    },
  };
}

function sessionCall<S extends Schema, O>(spec: CallSpec<S, O>): Call {
  const name = spec.path.slice(spec.path.lastIndexOf("/") + 1);
  return {
    method: spec.method,
    path: spec.path,
    auth: "session",
    permission: spec.permission,
    forEverybody: spec.forEverybody === true,
    takes: { input: spec.input, multipart: spec.readsBody === true, form: spec.form !== undefined },
    async handle(c) {
      if (spec.acts && c.req.method === "HEAD") return c.body(null, 405, { allow: "GET" });
      let sent: unknown = {};
      try {
        const ctx = contextOf(c);
        requirePermission(ctx, spec.permission);
        if (spec.method === "GET" || spec.readsBody) sent = c.req.query();
        else sent = await readBody(c);
        const input = parse(spec.input, sent, {
          call: name,
          labelOf: (field) => findInput(ctx.lending().config, field)?.input.label,
        });
        const running = timed(c, spec.path, () => spec.run(ctx, input, c));
        const output = running instanceof Promise ? await running : running;
        // Pages that hovering fetched ahead may show what this call has just changed.
        if (ctx.actor && spec.method === "POST") c.header("clear-site-data", '"prefetchCache"');
        if (spec.form && isForm(c) && wantsPage(c)) {
          if (!spec.form.done) return await pageWith(c, spec.form, sent, output);
          const { to, toast } = spec.form.done(output, input, c.req.query());
          if (toast) setFlash(c, { text: toast, kind: "ok" });
          return c.redirect(to, 303);
        }
        const reply = spec.reply ? spec.reply(output, c) : sendJson(c, output as object);
        return reply instanceof Promise ? await reply : reply;
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown;
        const error = refusalFor(thrown, contextOf(c).actor?.name);
        // A public call's own 401 is 'Invalid Login', which belongs to its form.
        const signedOut = error.status === 401 && spec.permission !== "public";
        if (signedOut && spec.form && wantsPage(c)) return toSignIn(c, error);
        // A file's link that a person opened: the application shows the page that says why.
        if (spec.method === "GET" && wantsPage(c)) throw error;
        if (spec.form && isForm(c) && wantsPage(c)) return await pageAgain(c, spec.form, sent, error);
        return refuse(c, error);
      }
    },
  };
}

/** Runs a verb, and counts how long it took where metrics are kept, refused or not. */
function timed<O>(c: Http, path: string, run: () => Promise<O> | O): Promise<O> | O {
  const { meters } = c.get("deps");
  return meters ? metered(meters, path, run) : run();
}

async function metered<O>(meters: Meters, path: string, run: () => Promise<O> | O): Promise<O> {
  const started = performance.now();
  try {
    return await run();
  } finally {
    meters.verb(path, performance.now() - started);
  }
}

function requirePermission(ctx: Context, permission: Permission): void {
  if (allows(ctx.actor, permission)) return;
  if (!ctx.actor) throw new Refusal(401, SIGNED_OUT);
  throw forbidden();
}

/** A form whose session ended while it was filled in: sign in, then back to the page it was on. */
function toSignIn(c: Http, refusal: Refusal): Response {
  setFlash(c, { text: refusal.message, kind: "bad" });
  return c.redirect(withNext("/login", refererPath(c)), 303);
}

/** A refusal as the calls answer it: the reason is a sentence for the person. */
export function refuse(c: Http, refusal: Refusal): Response {
  if (refusal.retryAfter) c.header("retry-after", String(refusal.retryAfter));
  const fields = refusal.fields && Object.keys(refusal.fields).length ? { fields: refusal.fields } : {};
  return c.json({ response: false, reason: refusal.message, ...fields, ...refusal.more }, refusal.status);
}

async function pageAgain<I, O>(c: Http, form: FormReply<I, O>, sent: unknown, refusal: Refusal): Promise<Response> {
  if (refusal.retryAfter) c.header("retry-after", String(refusal.retryAfter));
  try {
    return await renderPage(c, pageOf(c, form), {
      status: refusal.status,
      form: { values: shownAgain(form, sent), errors: refusal.fields ?? {}, reason: refusal.message },
    });
  } catch (error) {
    if (!(error instanceof Redirect)) throw error;
    if (error.toast) setFlash(c, error.toast);
    return c.redirect(error.to, 303);
  }
}

function pageWith<I, O>(c: Http, form: FormReply<I, O>, sent: unknown, output: O): Promise<Response> {
  return renderPage(c, pageOf(c, form), {
    form: { values: shownAgain(form, sent), errors: {}, reason: "", answer: output },
  });
}

const pageOf = <I, O>(c: Http, form: FormReply<I, O>): PageLike =>
  typeof form.page === "function" ? form.page(contextOf(c)) : form.page;

/** What was sent, as far as it may be written into a page again. */
function shownAgain<I, O>(form: FormReply<I, O>, sent: unknown): Record<string, string> {
  const secret = new Set(form.secret);
  const values: Record<string, string> = {};
  for (const [name, all] of Object.entries(sent as Record<string, unknown>)) {
    // A ticked box follows the "off" of its name: the last one counts.
    const value = Array.isArray(all) ? all.at(-1) : all;
    if (typeof value === "string" && !secret.has(name)) values[name] = value;
  }
  return values;
}
