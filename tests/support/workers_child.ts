/** Makes a PDF while no file handle is left, and again once some are: for a test that limits them. */
import { createPdfMaker } from "../../lib/server/pdf/pdf_maker.ts";

const maker = createPdfMaker();
const print = { title: "T", content: [] } as unknown as Parameters<typeof maker.make>[0];
const held: Deno.FsFile[] = [];
try {
  for (;;) held.push(Deno.openSync("/dev/null"));
} catch {
  for (const file of held.splice(0, 3)) file.close();
}
const said = await maker.make(print).then(() => "made", (error) => String(error));
for (const file of held) file.close();
console.log(said);
const again = await maker.make(print).then(() => "made", (error) => String(error));
console.log(again);
Deno.exit(0);
