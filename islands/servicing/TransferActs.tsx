import { type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";

const NOT_HEARD = "Nothing was heard from the server. Check the connection, then try again.";

/** Marks a file as sent to the bank, or undoes it. */
export function TransferActs({ id }: { id: number }): ReactNode {
  const [busy, setBusy] = useState("");
  const act = async (path: string, said: string) => {
    if (busy) return;
    setBusy(path);
    const answer = await callApi(path, { id });
    if (!answer.response) {
      setBusy("");
      return toast(answer.reason ?? NOT_HEARD, "bad");
    }
    toastAfter(said);
    location.reload();
  };
  const button = (name: string, path: string, said: string, look: string) => (
    <button
      className={look}
      type="button"
      aria-busy={busy === path || undefined}
      onClick={() => void act(path, said)}
    >
      {name}
    </button>
  );
  return (
    <>
      {button("Undo", "/api/loans/undotransfers", "File undone. Make a new one.", "btn")}
      {button("Mark as sent", "/api/loans/sendtransfers", "File marked as sent.", "btn primary")}
    </>
  );
}
