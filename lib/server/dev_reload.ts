/** Reloads open pages when `deno task dev` restarts the server; not part of pages otherwise. */

/** An id for each run of the server. */
export const SERVER_RUN = crypto.randomUUID();

/** The element that loads the script for the run that rendered the page. */
export const RELOAD_SCRIPT = `<script type="module" src="/dev/reload.js?run=${SERVER_RUN}"></script>`;

/** The script: polls the server's run id and reloads the page when it changes. */
export const RELOAD_SOURCE = `const made = new URL(import.meta.url).searchParams.get("run");
setInterval(() =>
  fetch("/dev/run").then((answer) => answer.text()).then((run) => run !== made && location.reload()).catch(() => {}), 700);
`;
