import { Empty } from "../../lib/ui/states.tsx";

/**
 * The error page: the reason, and what to do next. `again` is the page's own address where it may be asked for again.
 */
export function FailurePage(props: { reason: string; back: string; again: string | null; titled: boolean }) {
  const { reason, back, again, titled } = props;
  return (
    <Empty title={titled ? undefined : <h1>This did not work</h1>} text={reason}>
      {again && <a className="btn primary" href={again}>Try again</a>}
      <a className={again ? "btn" : "btn primary"} href={back}>Go Back</a>
    </Empty>
  );
}
