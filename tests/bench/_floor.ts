/**
 * The floor: a bare Deno.serve that takes the same request and sends the same head and bytes to everybody, as fast as
 * this machine can. A call in JSON it answers as any server must: it parses what was sent and writes the answer's text
 * anew.
 */
const [file, headers] = Deno.args;
const body = Deno.readFileSync(file);
const head = JSON.parse(headers) as Record<string, string>;
const content = isJson(head["content-type"]) ? JSON.parse(new TextDecoder().decode(body)) : undefined;

function isJson(type: string | null | undefined): boolean {
  return type?.startsWith("application/json") === true;
}

const answer = () => new Response(body, { headers: head });

async function answerCall(request: Request): Promise<Response> {
  if (!isJson(request.headers.get("content-type"))) {
    await request.text();
    return answer();
  }
  await request.json();
  return content === undefined ? answer() : new Response(JSON.stringify(content), { headers: head });
}

Deno.serve({
  port: 0,
  hostname: "127.0.0.1",
  onListen: ({ port }) => console.log(`open at http://127.0.0.1:${port}`),
}, (request) => request.method === "POST" ? answerCall(request) : answer());
