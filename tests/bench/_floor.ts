/** The floor: a bare Deno.serve that sends the same head and bytes to everybody, as fast as this machine can. */
const [file, headers] = Deno.args;
const body = Deno.readFileSync(file);
const head = JSON.parse(headers) as Record<string, string>;
Deno.serve({
  port: 0,
  hostname: "127.0.0.1",
  onListen: ({ port }) => console.log(`open at http://127.0.0.1:${port}`),
}, () => new Response(body, { headers: head }));
