/** What makes an open page reload when `deno task dev` restarts the server; never part of a page otherwise. */

/** Another run of the server has another id. */
export const SERVER_RUN = crypto.randomUUID();

/** A page's script: it asks which run answers now, and loads again when that is not the one that made the page. */
export const reloadScript = (nonce: string): string =>
  `<script nonce="${nonce}">setInterval(()=>fetch("/dev/run").then(r=>r.text()).then(id=>{if(id!=="${SERVER_RUN}")location.reload()}).catch(()=>{}),700)</script>`;
