import { type FormEvent, type ReactNode, useState } from "react";

/**
 * A menu whose items do something, a form that its script alone sends, a file field, and a place to drop files; the
 * output names what was done.
 */
export function Presses(): ReactNode {
  const [done, setDone] = useState<string[]>([]);
  const add = (what: string) => setDone((all) => [...all, what]);
  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    add(`${new FormData(event.currentTarget).get("note")} by ${submitter?.id}`);
  }
  return (
    <>
      <button type="button" popoverTarget="acts">More</button>
      <div id="acts" popover="auto">
        <button type="button" popoverTarget="acts" popoverTargetAction="hide" onClick={() => add("shared")}>
          Share
        </button>
      </div>
      <form onSubmit={send}>
        <input name="note" aria-label="Note" />
        <button type="submit" id="send">Send</button>
      </form>
      <input type="file" aria-label="File" onChange={(event) => add(event.target.files?.[0]?.name ?? "")} />
      <p
        id="drop"
        onDrop={(event) => {
          event.preventDefault();
          add(`${event.dataTransfer.files[0]?.name} dropped`);
        }}
      >
        Drop a file here
      </p>
      <output>{done.join(", ")}</output>
    </>
  );
}
