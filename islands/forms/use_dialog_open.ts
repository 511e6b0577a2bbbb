import { useEffect, useState } from "react";
import { byId } from "../../lib/client/dom.ts";

/** Whether the dialog with this id is open. The browser may open it before hydration. */
export function useDialogOpen(id: string): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const dialog = byId(id, HTMLDialogElement);
    if (!dialog) return;
    setOpen(dialog.open);
    const watch = new MutationObserver(() => setOpen(dialog.open));
    watch.observe(dialog, { attributes: true, attributeFilter: ["open"] });
    return () => watch.disconnect();
  }, []);
  return open;
}
