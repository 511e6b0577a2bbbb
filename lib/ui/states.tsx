import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/**
 * The placeholder of an empty list or page, or one that failed to load; `children` are links and buttons to continue.
 */
export function Empty(props: { title?: ReactNode; text?: ReactNode; children?: ReactNode }): ReactNode {
  const { title, text, children } = props;
  return (
    <div className="empty">
      <svg viewBox="0 0 128 48" aria-hidden="true" fill="none" stroke="currentColor">
        <path d="M4 32h120M4 26v12M24 28v8M44 28v8M64 26v12M84 28v8M104 28v8M124 26v12" />
        <path strokeWidth="2" strokeDasharray="3 3" d="M64 8v18" />
      </svg>
      {typeof title === "string" ? <b>{title}</b> : title}
      {text && <p>{text}</p>}
      {children && <div className="btn-row">{children}</div>}
    </div>
  );
}

/** A skeleton table, for a list that takes longer than 300 ms. `what` is read out: "Loading loans". */
export function Loading(props: { what: string; rows?: number }): ReactNode {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">{props.what}</p>
      <table className="table" aria-hidden="true">
        <tbody>
          {Array.from({ length: props.rows ?? 4 }, (_, i) => (
            <tr key={i}>
              <td>
                <span className="skeleton half" />
              </td>
              <td>
                <span className="skeleton third" />
              </td>
              <td className="numeric">
                <span className="skeleton half" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A word in a small box; `on` marks it as new, `bad` as what went wrong, by colour and icon. */
export function Tag(props: { children: ReactNode; on?: boolean; bad?: boolean }): ReactNode {
  const { children, on, bad } = props;
  return (
    <span className={on ? "tag active" : "tag"} data-band={bad ? "red" : undefined}>
      {bad && <Icon name="circle-alert" />}
      {children}
    </span>
  );
}

/** A number in a disc: pending items, those beyond `most` as a plus. `what` names them for assistive technology. */
export function Count(
  { count, what, pulse, most = Infinity }: { count: number; what: string; pulse?: boolean; most?: number },
): ReactNode {
  return (
    <span className={pulse ? "count pulse" : "count"}>
      {count > most ? `${most}+` : count}
      <span className="visually-hidden">{` ${what}`}</span>
    </span>
  );
}
