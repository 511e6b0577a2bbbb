/** What makes an open page reload when `deno task dev` restarts the server; never part of a page otherwise. */

/** Another run of the server has another id. */
export const SERVER_RUN = crypto.randomUUID();

/** A page's script: it asks which run it talks to, and loads again when that is a new one. */
export const reloadScript = (nonce: string): string =>
  `<script nonce="${nonce}">{let run;setInterval(()=>fetch("/dev/run").then(r=>r.text()).then(id=>{if(run&&run!==id)location.reload();run=id}).catch(()=>{}),700)}</script>`;
