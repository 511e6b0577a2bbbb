import type { ReactNode } from "react";
import { useForm } from "../../../islands/forms/use_form.ts";

/** A form whose call refuses what is in its field. */
export function Refused(): ReactNode {
  const { errors, handlers } = useForm({ path: "/api/refused", field: "note", done: () => {} });
  return (
    <form {...handlers}>
      <input name="note" aria-label="Note" aria-invalid={errors.note ? true : undefined} />
      <button type="submit">Send</button>
    </form>
  );
}
