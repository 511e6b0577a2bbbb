import { Empty } from "../../lib/ui/states.tsx";

/** 'Page Not Found!' for what does not exist or may not be seen. The dashboard's bar has the title already. */
export function NotFoundPage({ back, titled }: { back: string; titled: boolean }) {
  return (
    <Empty
      title={titled ? undefined : <h1>Page Not Found!</h1>}
      text="This page does not exist, or you do not have access to it."
    >
      <a className="btn primary" href={back}>Go Back</a>
    </Empty>
  );
}
