/** Measurements that are programs of their own, each with a budget and a process. */
const PROGRAMS = [["tracking_overview.ts", "300000"], ["campaign_turns.ts", "3"], ["pdf_readings.ts", "5"]] as const;

/** Runs them one after the other, what they print with them; whether all kept their budgets. */
export async function runPrograms(): Promise<boolean> {
  let kept = true;
  for (const [file, argument] of PROGRAMS) {
    console.log(`\n${file}`);
    const args = ["run", "-A", new URL(file, import.meta.url).pathname, argument];
    const { success } = await new Deno.Command(Deno.execPath(), { args, stdout: "inherit", stderr: "inherit" })
      .output();
    kept &&= success;
  }
  return kept;
}
