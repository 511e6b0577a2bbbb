/** 'Page Not Found!' for what does not exist or may not be seen. */
export function NotFoundPage({ back }: { back: string }) {
  return (
    <div className="empty wrap">
      <h2>Page Not Found!</h2>
      <p>This page does not exist, or you do not have access to it.</p>
      <a className="btn primary" href={back}>Go Back</a>
    </div>
  );
}
