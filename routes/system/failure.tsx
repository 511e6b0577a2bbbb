/** The error page: the reason, and what to do next. */
export function FailurePage({ reason, back }: { reason: string; back: string }) {
  return (
    <div className="empty wrap">
      <h2>This did not work</h2>
      <p>{reason}</p>
      <a className="btn primary" href={back}>Go Back</a>
    </div>
  );
}
