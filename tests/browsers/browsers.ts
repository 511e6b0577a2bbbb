/**
 * `deno task test browsers`: the main job on the other engines that this machine has. Says which ran and which are not
 * installed; ends with 1 where a step failed, or where nothing could be run. Steps after a failed one are tried too.
 */
import { fillEveryPage } from "../support/every_page.ts";
import { openSite } from "../support/site.ts";
import { openFirefox } from "./firefox.ts";
import { mainJob } from "./main_job.ts";
import { openWebKit } from "./webkit.ts";
import { type Driver, Window } from "./window.ts";

/** An engine: the programs that it needs, with places where each may lie, and Debian's packages of them. */
interface Engine {
  name: string;
  packages: string;
  programs: readonly (readonly string[])[];
  open: (...paths: string[]) => Promise<Driver>;
}

const ENGINES: readonly Engine[] = [
  {
    name: "Firefox",
    packages: "firefox-esr",
    programs: [["/usr/bin/firefox-esr", "/usr/bin/firefox"]],
    open: openFirefox,
  },
  {
    name: "WebKitGTK",
    packages: "webkit2gtk-driver xvfb",
    programs: [
      ["/usr/bin/WebKitWebDriver"],
      ["/usr/bin/Xvfb"],
      ["4.1", "4.0", "6.0"].map((version) => `/usr/lib/${Deno.build.arch}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
    ],
    open: openWebKit,
  },
];

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Runs the job in one engine and says how each step went; how many failed. */
async function runIn({ name, open }: Engine, paths: string[]): Promise<number> {
  const site = await openSite({ DEVICE_VERIFICATION: "off" });
  let failed = 0;
  try {
    const steps = mainJob(site, await fillEveryPage(site.t));
    const driver = await open(...paths);
    try {
      console.log(`${name} ${driver.version}`);
      const window = new Window(driver);
      await driver.size(1280, 900);
      for (const [step, run] of steps) {
        const error = await run(window).then(() => null, (error: Error) => error);
        console.log(error ? `  FAILED ${step}: ${error.message}` : `  ok ${step}`);
        if (error) failed++;
      }
    } finally {
      await driver.close();
    }
  } finally {
    await site.close();
  }
  return failed;
}

let ran = 0, failed = 0;
const missing: string[] = [];
for (const engine of ENGINES) {
  const paths = engine.programs.map((places) => places.find(isFile));
  if (!paths.every((path) => path !== undefined)) {
    missing.push(`${engine.name} is not installed (Debian: apt-get install ${engine.packages})`);
    continue;
  }
  ran++;
  failed += await runIn(engine, paths);
}
for (const text of missing) console.log(text);
console.log(ran === 0 ? "Nothing was run." : failed === 0 ? "All steps hold." : `${failed} steps failed.`);
Deno.exit(ran > 0 && failed === 0 ? 0 : 1);
