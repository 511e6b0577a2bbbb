import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** Page links of a long list. `page` counts from 1; `href` returns a page's address. Renders nothing for one page. */
export function Pager(props: { page: number; pages: number; href: (page: number) => string; what: string }): ReactNode {
  const { page, pages, href, what } = props;
  if (pages < 2) return null;
  return (
    <nav className="row pages" aria-label={`Pages of ${what}`}>
      {page > 1 && (
        <a className="btn bare slim" rel="prev" href={href(page - 1)}>
          <Icon name="chevron-left" />Previous
        </a>
      )}
      <span className="small mute">Page {page} of {pages}</span>
      {page < pages && (
        <a className="btn bare slim" rel="next" href={href(page + 1)}>
          Next<Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}
