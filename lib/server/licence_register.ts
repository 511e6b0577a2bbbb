/** The operator's copy of the licence register: CSV with the columns number, name, class, status, expiry. */
import Papa from "papaparse";
import { asHeld, type RegisteredLicence } from "../domain/accounts/licence.ts";
import { EnvError } from "./operator_errors.ts";

/** Reads the register. Throws EnvError where the file is missing or lacks a column. */
export function readLicenceRegister(path: string): ReadonlyMap<string, RegisteredLicence> {
  let text: string;
  try {
    text = Deno.readTextFileSync(path);
  } catch {
    throw new EnvError(`LICENCE_REGISTER is "${path}", but no such file can be read.`);
  }
  const { data: [head = [], ...rows] } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), {
    delimiter: ",",
    skipEmptyLines: "greedy",
  });
  const columns = head.map((name) => name.trim().toLowerCase());
  const at = (name: string) => {
    const index = columns.indexOf(name);
    if (index < 0) {
      throw new EnvError(
        `LICENCE_REGISTER "${path}" has no column "${name}"; it needs number, name, class, status, expiry.`,
      );
    }
    return index;
  };
  const [number, name, kind, status, expiry] = ["number", "name", "class", "status", "expiry"].map(at);
  const register = new Map<string, RegisteredLicence>();
  for (const row of rows) {
    const cell = (i: number) => (row[i] ?? "").trim();
    if (!cell(number)) continue;
    register.set(asHeld(cell(number)), {
      number: cell(number),
      name: cell(name),
      class: cell(kind),
      status: cell(status),
      expiry: cell(expiry),
    });
  }
  return register;
}

/** Licence numbers by class, in the order of the classes' names. */
export function licencesByClass(register: ReadonlyMap<string, RegisteredLicence>): Map<string, string[]> {
  const listed = [...register.values()].filter((one) => one.class).sort((a, b) => a.class < b.class ? -1 : 1);
  const groups = Map.groupBy(listed, (one) => one.class);
  return new Map([...groups].map(([name, all]) => [name, all.map(({ number }) => asHeld(number))]));
}
