/** Stops a server in good order. Deno's own shutdown takes bodies away that are still arriving, so requests are seen out first. */

type Fetch<I> = (request: Request, info: I) => Response | Promise<Response>;

/** Wraps a handler. `seeOut` refuses what comes from then on, and resolves when what came before is answered, or after `mostMs`. */
export function drainable<I>(handle: Fetch<I>): { fetch: Fetch<I>; seeOut(mostMs: number): Promise<void> } {
  let open = 0;
  let leaving = false;
  let done: () => void = () => {};
  const ended = () => {
    if (--open === 0 && leaving) done();
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
    async seeOut(mostMs) {
      leaving = true;
      if (open === 0) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        done = resolve;
        timer = setTimeout(resolve, mostMs);
      });
      clearTimeout(timer);
    },
  };
}
