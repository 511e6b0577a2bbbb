const PAPER = ["beforeprint", "afterprint"];

/** Calls `run` when the theme changes: by the switch, with the system, or on paper. Answers what stops it. */
export function onTheme(run: () => void): () => void {
  const soon = () => requestAnimationFrame(run);
  // No frame comes before paper, and the page still has the screen's colours then.
  const { style } = document.documentElement;
  const paper = ({ type }: Event) => {
    style.colorScheme = type === "beforeprint" ? "light" : "";
    run();
    style.colorScheme = "";
  };
  for (const type of PAPER) addEventListener(type, paper);
  const grounds = ["(prefers-color-scheme: dark)", "print", "(forced-colors: active)"].map((query) =>
    matchMedia(query)
  );
  for (const ground of grounds) ground.addEventListener("change", soon);
  const theme = new MutationObserver(soon);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    theme.disconnect();
    for (const type of PAPER) removeEventListener(type, paper);
    for (const ground of grounds) ground.removeEventListener("change", soon);
  };
}
