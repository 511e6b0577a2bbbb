import { setCookie } from "./dom.ts";

/** Remembers the theme switch for the server's next page. The switch itself is CSS and works without this. */
export function rememberTheme(): void {
  document.addEventListener("change", (event) => {
    const radio = event.target;
    if (!(radio instanceof HTMLInputElement) || radio.name !== "theme") return;
    const theme = radio.value === "auto" ? "" : radio.value;
    setCookie("theme", theme);
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  });
}
