import { type ReactNode, useState } from "react";
import { callApi } from "../../../lib/client/call_api.ts";
import { confirmDialog } from "../../../lib/client/question.ts";
import { toast } from "../../../lib/client/toast.ts";
import { uploadForm } from "../../../lib/client/upload_form.ts";

/** Buttons for what the client library does; the output shows the last answer. */
export function Caller(): ReactNode {
  const [said, setSaid] = useState("");
  const tell = (value: unknown) => setSaid(JSON.stringify(value));
  const upload = async () => {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(300_000)], "a.pdf"));
    const parts: number[] = [];
    const answer = await uploadForm("/api/upload", form, (part) => parts.push(part));
    tell({ answer, last: parts.at(-1) });
  };
  const ask = async () =>
    tell(await confirmDialog("Delete Account?", { yes: "Delete", risky: true, more: "For good." }));
  const undo = () => toast("Loan moved to trash", "ok", 60_000, { label: "Undo", run: () => tell("undone") });
  const actions: [string, () => unknown][] = [
    ["Good", async () => tell(await callApi<{ data: number }>("/api/good", { a: 1 }))],
    ["Read", async () => tell(await callApi("/api/settings"))],
    ["Refused", async () => tell(await callApi("/api/refused", {}))],
    ["Broken", async () => tell(await callApi("/api/broken", {}))],
    ["Nobody", async () => tell(await callApi("http://127.0.0.1:1/api/x", {}))],
    ["Upload", upload],
    ["Ask", ask],
    ["Undoable", undo],
  ];
  return (
    <div className="row">
      {actions.map(([name, run]) => <button key={name} type="button" className="btn" onClick={run}>{name}</button>)}
      <output>{said}</output>
    </div>
  );
}
