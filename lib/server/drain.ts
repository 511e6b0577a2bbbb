/** Stops a server in good order. Deno's own shutdown takes bodies away that are still arriving, so requests are seen out first. */

export type Fetch<I> = (request: Request, info: I) => Response | Promise<Response>;

/** Wraps a handler. `seeOut` refuses what comes from then on, and resolves when what came before is answered. */
export function drainable<I>(handle: Fetch<I>): { fetch: Fetch<I>; seeOut(): Promise<void> } {
  let open = 0;
  const { promise: seenOut, resolve } = Promise.withResolvers<void>();
  let leaving = false;
  const ended = () => {
    if (--open === 0 && leaving) resolve();
  };
  return {
    fetch(request, info) {
      if (leaving) {
        return new Response("Restarting. Try again in a moment.", {
          status: 503,
          headers: { connection: "close", "retry-after": "5" },
        });
      }
      open++;
      const answer = handle(request, info);
      if (answer instanceof Promise) answer.then(ended, ended);
      else ended();
      return answer;
    },
    seeOut() {
      leaving = true;
      if (open === 0) resolve();
      return seenOut;
    },
  };
}
