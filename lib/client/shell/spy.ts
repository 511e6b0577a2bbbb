/**
 * Scroll spy: marks the jump link in `[data-spy]` whose section is in view (`aria-current`), ignoring sections beside
 * the main column. Returns a function that stops it.
 */
export function watchSections(): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-spy] a[href^='#']")];
  const mark = (id: string) => {
    for (const link of links) {
      if (link.hash === `#${id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const watch = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) if (isIntersecting) mark(target.id);
  }, { rootMargin: "-25% 0px -70%" });
  for (const link of links) {
    const section = document.getElementById(link.hash.slice(1));
    if (section && !section.closest("aside")) watch.observe(section);
  }
  return () => watch.disconnect();
}
