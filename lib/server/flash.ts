/** A toast in a cookie for the next page: after a form without script, and where a page led somewhere else. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Http } from "./http.ts";

export interface Flash {
  text: string;
  kind: "ok" | "bad";
}

const NAME = "flash";

export function setFlash(c: Http, flash: Flash): void {
  setCookie(c, NAME, `${flash.kind}:${flash.text}`, { path: "/", httpOnly: true, sameSite: "Lax", maxAge: 60 });
}

/** Requests whose toast was taken. */
const taken = new WeakSet<Http>();

/** Returns the toast and clears it, so that it shows once; with `only`, leaves one of the other kind. */
export function takeFlash(c: Http, only?: Flash["kind"]): Flash | null {
  if (taken.has(c) || !c.req.header("cookie")?.includes(`${NAME}=`)) return null;
  const value = getCookie(c, NAME);
  if (!value) return null;
  const kind = value.startsWith("bad:") ? "bad" : "ok";
  if (only && kind !== only) return null;
  taken.add(c);
  deleteCookie(c, NAME, { path: "/" });
  return { kind, text: value.slice(value.indexOf(":") + 1) };
}
