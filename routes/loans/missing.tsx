import type { ReactNode } from "react";
import { type Gap, missingTermsText } from "../../lib/domain/letters/gaps.ts";
import { Empty } from "../../lib/ui/states.tsx";

/** Replaces a document that cannot be generated yet: the missing terms, with links to their fields. */
export function Missing(props: { title: string; missing: readonly Gap[] }): ReactNode {
  const { title, missing } = props;
  return (
    <Empty title={title} text={missingTermsText(missing)}>
      {missing.map(({ what, href }) => <a key={what} className="btn" href={href}>{`Set the ${what}`}</a>)}
    </Empty>
  );
}
