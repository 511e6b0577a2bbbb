import type { ReactNode } from "react";

const clamp = (percent: number) => Math.min(Math.max(percent, 0), 100);

/**
 * A percentage as a short bar in a cell; `limit` draws a mark. Hidden from assistive technology: the figure is beside
 * it.
 */
export function MiniBar(props: { percent: number; limit?: number }): ReactNode {
  const { percent, limit } = props;
  const mark = limit === undefined
    ? ""
    : `<rect class="limit" x="${clamp(limit)}%" y="1" width="1.5" height="10"></rect>`;
  // Numbers alone, as text: a list or a loan has dozens of these.
  const __html = `<rect y="4" width="100%" height="4" rx="2"></rect>` +
    `<rect class="filled" y="4" width="${clamp(percent)}%" height="4" rx="2"></rect>${mark}`;
  return <svg className="mini-meter" aria-hidden="true" dangerouslySetInnerHTML={{ __html }} />;
}
