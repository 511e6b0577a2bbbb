import type { ReactNode } from "react";
import { focused } from "./focused.ts";
import { Icon, type IconName } from "./icon.tsx";

declare module "react" {
  interface ButtonHTMLAttributes<T> {
    command?: "show-modal" | "close" | "request-close";
    commandfor?: string;
  }
}

/** What has the focus where a dialog opens. */
const FOCUSED = { tabIndex: -1, autoFocus: true, ref: focused };

/**
 * A dialog, opened without script by any `<button command="show-modal" commandfor={id}>`. `sheet` slides up on phones,
 * `slim` is for questions, `closable` adds a close button, `focusTitle` focuses the title for results; `once` opens it
 * on the first visit, keeps it open against Escape, and remembers under that name that it was answered.
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
        <h2 id={`${id}-title`} {...(focusTitle && FOCUSED)}>{title}</h2>
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

/** A button that opens a dialog by id. */
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
