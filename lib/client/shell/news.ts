/** Notes that the link of unread news was followed. A lost note leaves it unread; the next page counts anew. */
export function runNews(): void {
  const note = ({ target }: Event) => {
    const link = (target as Element).closest<HTMLElement>("[data-news]");
    if (!link) return;
    navigator.sendBeacon("/api/news/markread", new URLSearchParams({ id: link.dataset.news! }));
    link.closest("[data-unread]")?.removeAttribute("data-unread");
  };
  addEventListener("click", note);
  addEventListener("auxclick", note);
}
