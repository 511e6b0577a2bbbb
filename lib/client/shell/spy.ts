/** How far down the window a section is being read, as a part of its height. */
const READ_FROM = .3;
/** What stays in sight before the marked link, in pixels. */
const BESIDE = 64;

/**
 * Scroll spy: marks the jump link in `[data-spy]` whose section is in view (`aria-current`): the one that was followed
 * until the reader moves on, and the last one at the page's end. Sections beside the main column have no turn of their
 * own. Returns a function that stops it.
 */
export function watchSections(): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-spy] a[href^='#']")];
  const sections = links.flatMap((link) => document.getElementById(link.hash.slice(1)) ?? []);
  const ending = new AbortController(), until = { signal: ending.signal };
  // A link may have been followed before this script was there.
  let followed = sections.find(({ id }) => location.hash === `#${id}`)?.id ?? "";
  /** A pointer is down: the row of links stays, or it would come up on another one. */
  let held = false;
  /** On a narrow screen what stood beside stands below. */
  const isBeside = (section: Element) =>
    section.getBoundingClientRect().left >= sections[0].getBoundingClientRect().right;
  /** The lowest one that begins above so many pixels, else the first: asked anew each time, since a page may jump. */
  const lowest = (above: number) => {
    const tops = sections.map((section) => {
      const { top } = section.getBoundingClientRect();
      return top > above || isBeside(section) ? -Infinity : top;
    });
    return sections[tops.indexOf(Math.max(...tops))]?.id ?? "";
  };
  const atEnd = () => scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  const mark = () => {
    const id = followed || lowest(atEnd() ? Infinity : innerHeight * READ_FROM);
    for (const link of links) {
      const here = link.hash === `#${id}`;
      // A phone's row of links goes along, but not amid a jump to a section: that would end there.
      if (here && !followed && !held && !link.ariaCurrent) link.parentElement!.scrollLeft = link.offsetLeft - BESIDE;
      link.ariaCurrent = here ? "true" : null;
    }
  };
  for (const link of links) {
    link.addEventListener("click", () => {
      followed = link.hash.slice(1);
      mark();
    }, until);
  }
  for (const moving of ["pointerdown", "pointerup", "pointercancel", "wheel", "keydown"]) {
    addEventListener(moving, () => {
      followed = "";
      held = moving === "pointerdown";
    }, until);
  }
  addEventListener("scroll", mark, until);
  addEventListener("resize", mark, until);
  mark();
  return () => ending.abort();
}
