/**
 * The steps of a path of change in docs/CONTRIBUTING.md, as a program takes them: a `diff` block edits or makes the
 * file of its first line, an `sh` block runs its commands in the project's folder.
 */

/** `find` is there once and becomes `put`. */
interface Hunk {
  find: string;
  put: string;
}

export type Step =
  | { kind: "edit"; path: string; hunks: Hunk[] }
  | { kind: "create"; path: string; text: string }
  | { kind: "run"; command: string };

/** The lines below a heading, up to the next one of its level or above. Throws where there is no such heading. */
function sectionOf(markdown: string, heading: string): string[] {
  const lines = markdown.split("\n");
  const start = lines.indexOf(heading);
  if (start < 0) throw new Error(`There is no heading "${heading}".`);
  const level = heading.indexOf(" ");
  const end = lines.findIndex((line, i) => i > start && /^#+ /.test(line) && line.indexOf(" ") <= level);
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

function hunkOf(lines: readonly string[]): Hunk {
  const taken = (sign: string) => lines.filter((line) => line[0] !== sign).map((line) => line.slice(1) + "\n").join("");
  return { find: taken("+"), put: taken("-") };
}

function diffStep([head, ...lines]: string[]): Step {
  const path = head.slice(4).trim();
  if (head.startsWith("+++ ")) return { kind: "create", path, text: hunkOf(lines).put };
  if (!head.startsWith("--- ")) throw new Error(`A diff begins with its file: "${head}".`);
  const hunks: string[][] = [[]];
  for (const line of lines) line === "@@" ? hunks.push([]) : hunks.at(-1)!.push(line);
  return { kind: "edit", path, hunks: hunks.map(hunkOf) };
}

/** The steps below a heading (with its number signs), in their order. */
export function stepsOf(markdown: string, heading: string): Step[] {
  const steps: Step[] = [];
  let block: { language: string; lines: string[] } | null = null;
  for (const line of sectionOf(markdown, heading)) {
    const fence = /^```(\w*)/.exec(line);
    if (!fence) block?.lines.push(line);
    else if (!block) block = { language: fence[1], lines: [] };
    else {
      if (block.language === "diff") steps.push(diffStep(block.lines));
      if (block.language === "sh") steps.push({ kind: "run", command: block.lines.join("\n") });
      block = null;
    }
  }
  return steps;
}

/**
 * Takes the steps in the copy of the project at `root` (ends with a slash). Throws where a text is not there just once.
 */
export async function takeSteps(
  root: string,
  steps: readonly Step[],
  run: (command: string) => Promise<void>,
): Promise<void> {
  for (const step of steps) {
    if (step.kind === "run") await run(step.command);
    else if (step.kind === "create") await Deno.writeTextFile(root + step.path, step.text);
    else {
      let text = await Deno.readTextFile(root + step.path);
      for (const { find, put } of step.hunks) {
        const times = text.split(find).length - 1;
        if (times !== 1) throw new Error(`${step.path} has this ${times} times:\n${find}`);
        text = text.replace(find, () => put);
      }
      await Deno.writeTextFile(root + step.path, text);
    }
  }
}
