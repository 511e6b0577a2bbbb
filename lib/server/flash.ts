/** A toast in a cookie for the next page, after a form without script. */
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

/** Returns the toast and clears it, so that it shows once. */
export function takeFlash(c: Http): Flash | null {
  if (!c.req.header("cookie")?.includes(`${NAME}=`)) return null;
  const value = getCookie(c, NAME);
  if (!value) return null;
  deleteCookie(c, NAME, { path: "/" });
  return { kind: value.startsWith("bad:") ? "bad" : "ok", text: value.slice(value.indexOf(":") + 1) };
}
