/** An address of the portal and what answers it. Calls and pages are declared by `call()` and `page()`, the rest so. */
import type { Http } from "./http.ts";

export type Handle = (c: Http) => Response | Promise<Response>;

export interface Route {
  method: "GET" | "POST";
  path: string;
  handle: Handle;
  /** As a call's. */
  forEverybody?: boolean;
}
