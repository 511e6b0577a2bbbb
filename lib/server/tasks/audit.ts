/**
 * `deno task audit`: asks the npm registry which of the locked packages have known holes. Exit code 1 where one is high
 * or critical, 2 where the registry did not answer: then nothing is known.
 */
import { countOf } from "../../domain/money.ts";

const LOCKS = ["deno.lock", "tests/deno.lock"];
const ROOT = new URL("../../../", import.meta.url);
const ANSWER_MS = 30_000;
const BAD = ["high", "critical"];

/** Versions by package. */
export type Packages = Record<string, string[]>;

export interface Advisory {
  package: string;
  severity: string;
  title: string;
  url: string;
}

/** The npm packages of a lock file's text: `@scope/name@1.2.3_peer@4` is version 1.2.3 of `@scope/name`. */
export function lockedPackages(lock: string): Packages {
  const packages: Packages = {};
  for (const key of Object.keys(JSON.parse(lock).npm ?? {})) {
    const [, name, version] = /^(@?[^@]+)@([^_]+)/.exec(key) ?? [];
    if (name && !packages[name]?.includes(version)) (packages[name] ??= []).push(version);
  }
  return packages;
}

/** A registry's answer that is no list of advisories. Its message says what was answered instead. */
class OtherAnswer extends Error {}

/** What the registry knows of these, the worst first. Throws OtherAnswer for another answer, or where none comes. */
async function askRegistry(registry: string, packages: Packages): Promise<Advisory[]> {
  const response = await fetch(new URL("-/npm/v1/security/advisories/bulk", registry), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(packages),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new OtherAnswer(`answered ${response.status}`);
  }
  const advisories = readAdvisories(await response.text());
  if (!advisories) throw new OtherAnswer("answered with something else");
  const order = ["critical", "high", "moderate", "low"];
  return Object.entries(advisories)
    .flatMap(([name, all]) => all.map(({ severity, title, url }) => ({ package: name, severity, title, url })))
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** Advisories by package; null for a text that is none of them. */
function readAdvisories(text: string): Record<string, Omit<Advisory, "package">[]> | null {
  try {
    const read: unknown = JSON.parse(text);
    const fits = typeof read === "object" && read !== null && !Array.isArray(read) &&
      Object.values(read).every(Array.isArray);
    return fits ? read as Record<string, Omit<Advisory, "package">[]> : null;
  } catch {
    return null;
  }
}

/** Prints what was found; returns the exit code. */
export async function audit(registry: string, packages: Packages, say: (text: string) => void): Promise<number> {
  const asked = countOf(Object.values(packages).flat().length, "package");
  try {
    const found = await askRegistry(registry, packages);
    for (const { package: name, severity, title, url } of found) say(`${severity}: ${name}: ${title} (${url})`);
    const bad = found.filter(({ severity }) => BAD.includes(severity)).length;
    say(`${asked} looked up: ${countOf(found.length, "known hole")}, ${bad} of them high or critical.`);
    return bad > 0 ? 1 : 0;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const answer = error instanceof OtherAnswer
      ? `${reason}, which is no list of known holes`
      : `gave no answer (${reason})`;
    say(
      `The registry ${new URL(registry).host} ${answer}, so nothing is known of ${asked}. Try again later, or name ` +
        "a registry that answers such questions in NPM_CONFIG_REGISTRY.",
    );
    return 2;
  }
}

/** The registry of npm's own settings on this machine; null where npm is not installed or names none. */
async function npmsRegistry(): Promise<string | null> {
  try {
    const { success, stdout } = await new Deno.Command("npm", { args: ["config", "get", "registry"] }).output();
    const said = new TextDecoder().decode(stdout).trim();
    return success && URL.canParse(said) ? said : null;
  } catch {
    return null;
  }
}

async function auditLocks(): Promise<number> {
  const registry = Deno.env.get("NPM_CONFIG_REGISTRY") ?? await npmsRegistry();
  if (!registry || !URL.canParse(registry)) {
    console.log(
      "Name the address of an npm registry in NPM_CONFIG_REGISTRY: it holds none, and no npm here has one set.",
    );
    return 2;
  }
  const packages: Packages = {};
  for (const lock of LOCKS) {
    for (const [name, versions] of Object.entries(lockedPackages(await Deno.readTextFile(new URL(lock, ROOT))))) {
      packages[name] = [...new Set([...packages[name] ?? [], ...versions])];
    }
  }
  return await audit(registry.endsWith("/") ? registry : `${registry}/`, packages, (text) => console.log(text));
}

if (import.meta.main) Deno.exit(await auditLocks());
