/** Starts the process that asks the sites of links, for a server that may not call out itself. */
import { fileURLToPath } from "node:url";
import type { Env } from "../env.ts";
import { LINK_SERVICE_VARIABLE } from "../mail/link_service.ts";

/** The process, and where the server reaches it, with its key. */
export interface LinkProcess {
  address: string;
  child: Deno.ChildProcess;
}

const ROOT = new URL("../../../", import.meta.url);
const PROGRAM = fileURLToPath(new URL("../mail/link_service.ts", import.meta.url));
/** It holds a few links at a time. */
const HEAP_MEGABYTES = 64;

/**
 * Starts it with the permission to call out and no other; it ends with this process. Null where no mail leaves, with
 * SMTP, where the server may call out, and where it ended at once: links are not looked at then, and the portal runs.
 */
export async function startLinkProcess(
  { resend, smtpUrl }: Pick<Env, "resend" | "smtpUrl">,
  program = PROGRAM,
): Promise<LinkProcess | null> {
  if (!resend || smtpUrl) return null;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", `--v8-flags=--max-old-space-size=${HEAP_MEGABYTES}`, "--no-prompt", "--allow-net", program],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const key = crypto.randomUUID();
  // The key goes where no list of processes shows it. The pipe stays open: its end is the sign to end.
  await child.stdin.getWriter().write(new TextEncoder().encode(`${key}\n`)).catch(() => {});
  const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  const address = URL.parse((value ?? "").trim());
  if (!address) {
    console.warn(
      "The process that looks at the links of mails did not start: links will say that they were not called.",
    );
    return null;
  }
  address.username = key;
  return { address: address.href, child };
}

/** What the server's environment says of it. */
export const linkVariables = (links: LinkProcess | null): Record<string, string> =>
  links ? { [LINK_SERVICE_VARIABLE]: links.address } : {};
