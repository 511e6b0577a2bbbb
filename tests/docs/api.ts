/** docs/api.md: every call from its own declaration, with the comment that stands above it. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type { Permission } from "../../lib/domain/permissions.ts";
import type { Call } from "../../lib/server/call.ts";
import { CALLS } from "../../routes/calls.ts";
import { fieldRows, type JsonSchema } from "./schema_words.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Where the list is kept. */
export const API_FILE = ROOT + "docs/api.md";

const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  public: "anybody",
  signedIn: "any account",
  useDashboard: "brokers and staff",
  submitLoan: "brokers and staff",
  completeConditions: "brokers and staff",
  manageLoans: "staff",
  manageBrokers: "staff",
  manageSettings: "staff",
  manageOutbox: "owners",
  operatePortal: "owners",
  manageSecurity: "owners",
};

const HEAD = `# Calls

Written by \`deno task docs:api\` from the calls' own schemas; a test holds it to them.

JSON in, JSON out, with the session's cookie; a GET takes its fields in the query. A POST must come from the portal's own
pages (\`Sec-Fetch-Site: same-origin\`, or the portal's \`Origin\`). Numbers may come as text, as forms send them. A null that
means nothing of its own counts as not sent. "Required" fields have no default. What a call answers beside \`response\` is in
the [requirements](requirements.md); how refusals look is in [answers and refusals](decisions/answers-and-refusals.md).
`;

interface Written {
  area: string;
  comment: string;
}

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(ROOT + folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The comment's text on one line, without its frame. */
const plain = (comment: string): string => comment.replace(/^\s*\* ?/gm, " ").replace(/\s+/g, " ").trim();

/** What stands above each call in its source, by method and path. */
async function commentsOfCalls(): Promise<Map<string, Written>> {
  const found = new Map<string, Written>();
  for await (const file of sources("routes")) {
    const parts = (await Deno.readTextFile(ROOT + file)).split(/\bcall(?:<[^(]*>)?\(\{/);
    for (let i = 1; i < parts.length; i++) {
      const method = /method: "(\w+)"/.exec(parts[i])?.[1], path = /path: "([^"]+)"/.exec(parts[i])?.[1];
      const above = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:(?:export )?const \w+(?:: \w+)? = )?$/.exec(parts[i - 1]);
      found.set(`${method} ${path}`, { area: file.split("/")[1], comment: plain(above?.[1] ?? "") });
    }
  }
  return found;
}

/** The JSON schema of what a call takes. A field that falls back to a value when it is wrong may be left out too. */
function takenBy(input: object): JsonSchema {
  const schema = toJsonSchema(input as never, { errorMode: "ignore", typeMode: "input" }) as JsonSchema;
  const { entries = {} } = input as { entries?: Record<string, object> };
  for (const [name, entry] of Object.entries(entries)) {
    const field = schema.properties?.[name];
    if (field && "fallback" in entry) field.default = entry.fallback;
  }
  return schema;
}

function section(call: Call, comment: string): string {
  const { input, multipart, form } = call.takes;
  const rows = fieldRows(takenBy(input));
  const facts = [
    `For ${PERMISSION_WORDS[call.permission]} (\`${call.permission}\`).`,
    ...(multipart ? ["The body is multipart."] : []),
    ...(form ? ["A plain form may post to it."] : []),
  ];
  const list = rows.map(({ names, type, required }) =>
    `- ${names.map((name) => `\`${name}\``).join(", ")}: ${type}${required ? "; required" : ""}`
  );
  return [`### ${call.method} ${call.path}`, ...(comment ? [comment] : []), facts.join(" "), list.join("\n")]
    .filter(Boolean).join("\n\n");
}

/** The whole page as markdown, before formatting. Throws where a call's source was not found. */
export async function apiMarkdown(): Promise<string> {
  const comments = await commentsOfCalls();
  const areas = new Map<string, string[]>();
  for (const call of CALLS) {
    const written = comments.get(`${call.method} ${call.path}`);
    if (!written) throw new Error(`${call.method} ${call.path} is in no source below routes/`);
    areas.set(written.area, [...areas.get(written.area) ?? [], section(call, written.comment)]);
  }
  const body = [...areas].map(([area, sections]) =>
    [`## ${area[0].toUpperCase()}${area.slice(1)}`, ...sections.sort()].join("\n\n")
  );
  return [HEAD.trim(), ...body].join("\n\n") + "\n";
}

/** Markdown as `deno fmt` writes it. */
export async function formatted(markdown: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", "md", "-"],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(markdown));
  await writer.close();
  const { success, stdout } = await child.output();
  if (!success) throw new Error("deno fmt refused the page");
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) await Deno.writeTextFile(API_FILE, await formatted(await apiMarkdown()));
