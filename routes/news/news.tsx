import { Fragment, type ReactNode } from "react";
import { addDays, dateInToronto, formatDate, formatTime } from "../../lib/domain/dates.ts";
import { type ListedNews, listNews } from "../../lib/features/news/mod.ts";
import { type NewsQuery, newsQuery } from "../../lib/schemas/news.ts";
import { page } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import { NEWS_ICONS } from "./_icons.ts";

/** /dashboard/news: what the bell counts, the newest first (docs/decisions/news.md). */
export const newsPage = page({
  path: newsQuery.path,
  permission: "useDashboard",
  title: "News",
  shell: "dashboard",
  async load(ctx, { query: sent }) {
    const query = newsQuery.parse(sent);
    return { filters: query, today: dateInToronto(ctx.now), ...await listNews(ctx, query) };
  },
  paper: ({ filters }) => [filters.show === "unread" && "Unread"],
  view: ({ filters, today, rows, found, newest, unread, keptDays, page, pages }) => (
    <div className="news">
      <div className="news-tools">
        <Tabs
          label="News"
          tabs={[
            { href: newsQuery.path, label: "All", here: filters.show === "all" },
            {
              href: newsQuery.address(filters, { show: "unread" }),
              label: "Unread",
              count: unread,
              here: filters.show === "unread",
            },
          ]}
        />
        {unread > 0 && (
          <form className="align-end" method="post" action="/api/news/markread">
            <input type="hidden" name="until" value={newest} />
            <button className="btn slim" type="submit">
              <Icon name="check" />
              Mark all read
            </button>
          </form>
        )}
      </div>
      {found === 0 ? <Nothing unread={filters.show === "unread"} /> : (
        <>
          {byDay(rows).map(([day, some]) => (
            <Fragment key={day}>
              <h2 className="news-day">{dayText(day, today)}</h2>
              <ul className="news-list">
                {some.map((item) => <Item key={item.id} item={item} back={backTo(item, rows, filters)} />)}
              </ul>
            </Fragment>
          ))}
          <Pager page={page} pages={pages} href={(n) => newsQuery.address(filters, { page: n })} what="news" />
        </>
      )}
      <p className="small mute news-kept">
        {`News stays here for ${keptDays} days. `}
        <a href="/dashboard/accountsettings#news">Choose what we mail you</a>
      </p>
    </div>
  ),
});

function Nothing({ unread }: { unread: boolean }): ReactNode {
  if (unread) {
    return (
      <Empty title="You have read everything" text="New things show up here and at the bell.">
        <a className="btn" href={newsQuery.path}>Show all news</a>
      </Empty>
    );
  }
  return (
    <Empty title="No news yet" text="What happens to your loans shows up here and at the bell.">
      <a className="btn" href="/dashboard/loans">Open the loans</a>
    </Empty>
  );
}

/** One piece of news. The shell's script notes that its link was followed; without script the button marks it read. */
function Item({ item, back }: { item: ListedNews; back: string }): ReactNode {
  const { id, kind, at, read, path, title, text, quote } = item;
  return (
    <li id={`news-${id}`} data-unread={!read || undefined}>
      <Icon name={NEWS_ICONS[kind]} />
      <div className="news-words">
        <a className="news-title" href={path} data-news={read ? undefined : id}>
          {!read && <span className="visually-hidden">Unread:</span>}
          {title}
        </a>
        <p>{text}</p>
        {quote && <blockquote>{quote}</blockquote>}
      </div>
      <time className="small mute" dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      {!read && (
        <form method="post" action={`/api/news/markread?${back}`}>
          <button
            className="btn bare icon-only slim"
            type="submit"
            name="id"
            value={id}
            title="Mark as read"
            aria-label={`Mark as read: ${title}`}
          >
            <Icon name="check" />
          </button>
        </form>
      )}
    </li>
  );
}

/**
 * Where the list goes on once the item is read: the same page, at the item, or at the next where only unread ones stay.
 * The answer leads to an address without a fragment, so the browser keeps this one.
 */
function backTo(item: ListedNews, rows: readonly ListedNews[], filters: NewsQuery): string {
  const at = rows.indexOf(item);
  const { id } = filters.show === "all" ? item : rows[at + 1] ?? rows[at - 1] ?? item;
  return `${newsQuery.text(filters)}#news-${id}`;
}

/** The rows of each day in Toronto, in their order. */
function byDay(rows: readonly ListedNews[]): [day: string, rows: ListedNews[]][] {
  return [...Map.groupBy(rows, ({ at }) => dateInToronto(at))];
}

function dayText(day: string, today: string): string {
  if (day === today) return "Today";
  return day === addDays(today, -1) ? "Yesterday" : formatDate(day);
}
