import { Empty } from "../../lib/ui/states.tsx";

/**
 * The error page: the reason, and what to do next. `again` is the page's own address where it may be asked for again;
 * `led` is false where no page of ours led here, as from a mail: then the way on is to ask.
 */
export function FailurePage(
  props: { reason: string; back: string; led: boolean; again: string | null; titled: boolean },
) {
  const { reason, back, led, again, titled } = props;
  const asks = !led && !again;
  return (
    <Empty title={titled ? undefined : <h1>This did not work</h1>} text={reason}>
      {again && <a className="btn primary" href={again}>Try again</a>}
      {asks && <a className="btn primary" href="/contact">Contact us</a>}
      <a className={again || asks ? "btn" : "btn primary"} href={back}>Go Back</a>
    </Empty>
  );
}
