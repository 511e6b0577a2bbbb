/** Reloads open pages when `deno task dev` restarts the server; not part of pages otherwise. */

/** An id for each run of the server. */
export const SERVER_RUN = crypto.randomUUID();

/** The script: polls the server's run id and reloads the page when it changes. */
export const reloadScript = (nonce: string): string =>
  `<script nonce="${nonce}">setInterval(()=>fetch("/dev/run").then(r=>r.text()).then(id=>{if(id!=="${SERVER_RUN}")location.reload()}).catch(()=>{}),700)</script>`;
