/** A process with faults that nothing waits for; it says whether it lives after them. */
import { outliveFaults } from "../../lib/server/outlive_faults.ts";

outliveFaults((line) => console.log(JSON.stringify(line)));
void Promise.reject(new Error("left alone"));
setTimeout(() => {
  throw new Error("thrown by a timer");
});
setTimeout(() => console.log("alive"), 50);
