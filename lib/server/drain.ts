/** Graceful shutdown. Deno's own shutdown cuts off bodies still arriving, so requests are drained first. */

export type Fetch<I> = (request: Request, info: I) => Response | Promise<Response>;

/** Wraps a handler. `drain` refuses new requests, and resolves once all earlier ones are answered. */
export function drainable<I>(handle: Fetch<I>): { fetch: Fetch<I>; drain(): Promise<void> } {
  let open = 0;
  const { promise: drained, resolve } = Promise.withResolvers<void>();
  let draining = false;
  const onSettled = () => {
    if (--open === 0 && draining) resolve();
  };
  return {
    fetch(request, info) {
      if (draining) {
        return new Response("Restarting. Try again in a moment.", {
          status: 503,
          headers: { connection: "close", "retry-after": "5" },
        });
      }
      open++;
      const response = handle(request, info);
      if (response instanceof Promise) response.then(onSettled, onSettled);
      else onSettled();
      return response;
    },
    drain() {
      draining = true;
      if (open === 0) resolve();
      return drained;
    },
  };
}
