import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

declare module "react" {
  interface ButtonHTMLAttributes<T> {
    command?: "show-modal" | "close" | "request-close";
    commandfor?: string;
  }
}

/**
 * A dialog that any `<button command="show-modal" commandfor={id}>` opens without script. `sheet` rises from the
 * bottom on phones, `slim` is for questions; `closable` adds the cross. `focusTitle` is for dialogs that show an answer;
 * `once` opens it on the first visit and remembers the closing under that name in the browser.
 */
export function Dialog(props: {
  id: string;
  title: string;
  children: ReactNode;
  slim?: boolean;
  sheet?: boolean;
  closable?: boolean;
  focusTitle?: boolean;
  once?: string;
  className?: string;
}): ReactNode {
  const { id, title, children, slim, sheet, closable = true, focusTitle, once, className } = props;
  return (
    <dialog
      id={id}
      className={[slim && "slim", sheet && "sheet", className].filter(Boolean).join(" ") || undefined}
      aria-labelledby={`${id}-title`}
      data-once={once}
    >
      <header>
        <h2 id={`${id}-title`} tabIndex={focusTitle ? -1 : undefined} autoFocus={focusTitle}>{title}</h2>
        {closable && (
          <button className="btn bare icon-only" type="button" command="close" commandfor={id} aria-label="Close">
            <Icon name="x" />
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}

/** A button that opens a dialog by its id. */
export function DialogButton(props: {
  dialog: string;
  children: ReactNode;
  className?: string;
  icon?: IconName;
}): ReactNode {
  const { dialog, children, className = "btn", icon } = props;
  return (
    <button className={className} type="button" command="show-modal" commandfor={dialog}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
