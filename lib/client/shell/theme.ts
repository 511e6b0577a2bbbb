import { setCookie } from "../dom.ts";

/** Stores the theme for the server's next page. The switch itself is CSS and works without this. */
export function rememberTheme(): void {
  document.addEventListener("change", (event) => {
    const radio = event.target;
    if (!(radio instanceof HTMLInputElement) || radio.name !== "theme") return;
    const theme = radio.value === "auto" ? "" : radio.value;
    // A page can have two switches: in the user menu and in the settings.
    for (const other of document.querySelectorAll<HTMLInputElement>("input[name=theme]")) {
      other.checked = other.value === radio.value;
    }
    setCookie("theme", theme);
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  });
}
