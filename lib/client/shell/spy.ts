/**
 * Scroll spy: marks the jump link in `[data-spy]` whose section is in view (`aria-current`): the one that was followed
 * until the reader moves on, and the last one at the page's end. Sections beside the main column have no turn of their
 * own. Returns a function that stops it.
 */
export function watchSections(): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-spy] a[href^='#']")];
  const sections = links.flatMap((link) => document.getElementById(link.hash.slice(1)) ?? []);
  const ending = new AbortController();
  let inView = "", followed = "";
  /** On a narrow screen what stood beside stands below. */
  const isBeside = (section: Element) =>
    section.getBoundingClientRect().left >= sections[0].getBoundingClientRect().right;
  const lowest = () => {
    const tops = sections.map((section) => isBeside(section) ? -Infinity : section.getBoundingClientRect().top);
    return sections[tops.indexOf(Math.max(...tops))]?.id ?? "";
  };
  const atEnd = () => scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  const mark = () => {
    const id = followed || (atEnd() ? lowest() : inView);
    for (const link of links) {
      if (id !== "" && link.hash === `#${id}`) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const watch = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) if (isIntersecting && !isBeside(target)) inView = target.id;
    mark();
  }, { rootMargin: "-25% 0px -70%" });
  for (const section of sections) watch.observe(section);
  for (const link of links) {
    link.addEventListener("click", () => {
      followed = link.hash.slice(1);
      mark();
    }, { signal: ending.signal });
  }
  for (const moving of ["pointerdown", "wheel", "keydown"]) {
    addEventListener(moving, () => void (followed = ""), { passive: true, signal: ending.signal });
  }
  addEventListener("scroll", mark, { passive: true, signal: ending.signal });
  return () => {
    watch.disconnect();
    ending.abort();
  };
}
