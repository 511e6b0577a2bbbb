/**
 * The floor: a bare Deno.serve that takes the same request (a body is read, as whoever answers it must) and sends the same
 * head and bytes to everybody, as fast as this machine can.
 */
const [file, headers] = Deno.args;
const body = Deno.readFileSync(file);
const head = JSON.parse(headers) as Record<string, string>;
const answer = () => new Response(body, { headers: head });
Deno.serve({
  port: 0,
  hostname: "127.0.0.1",
  onListen: ({ port }) => console.log(`open at http://127.0.0.1:${port}`),
}, (request) => request.method === "POST" ? request.text().then(answer) : answer());
