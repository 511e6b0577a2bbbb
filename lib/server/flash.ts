/** A toast that waits in a cookie for the next page, where a form was posted without a script. */
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

/** Takes the waiting toast: it is shown once. */
export function takeFlash(c: Http): Flash | null {
  if (!c.req.header("cookie")?.includes(`${NAME}=`)) return null;
  const value = getCookie(c, NAME);
  if (!value) return null;
  deleteCookie(c, NAME, { path: "/" });
  return { kind: value.startsWith("bad:") ? "bad" : "ok", text: value.slice(value.indexOf(":") + 1) };
}
