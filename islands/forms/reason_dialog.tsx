import type { ReactNode } from "react";
import { closeDialog } from "../../lib/client/dialog.ts";
import { textProblem } from "../../lib/domain/text_length.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { AreaField } from "../../lib/ui/field.tsx";
import { useForm } from "./use_form.ts";

/** Asks for a required reason and passes it to `onReason`, without space around it. A new `key` begins with `start`. */
export function ReasonDialog(props: {
  id: string;
  title: string;
  label: string;
  hint?: string;
  yes: string;
  start?: string;
  maxLength: number;
  onReason: (reason: string) => void;
}): ReactNode {
  const { id, title, label, hint, yes, start, maxLength, onReason } = props;
  const { errors, handlers } = useForm({
    check({ reason = "" }): Record<string, string> {
      const wrong = textProblem(reason, maxLength, "Enter the reason.");
      return wrong ? { reason: wrong } : {};
    },
    done(_answer, { reason = "" }) {
      closeDialog(id);
      onReason(reason.trim());
    },
  });
  return (
    <Dialog id={id} title={title} slim>
      <form noValidate className="stack" {...handlers}>
        <AreaField
          id={`${id}-text`}
          name="reason"
          label={label}
          hint={hint}
          rows={4}
          autoFocus
          defaultValue={start}
          error={errors.reason}
        />
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(id)}>Cancel</button>
          <button className="btn primary" type="submit">{yes}</button>
        </footer>
      </form>
    </Dialog>
  );
}
