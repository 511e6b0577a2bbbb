import { createClient } from "@libsql/client";
const c = createClient({
  url: "file:demo-data/" + [...Deno.readDirSync("demo-data")].find((f) => f.name.endsWith(".db"))!.name,
});
console.log((await c.execute("select id, admin_com_select s from loans where admin_com_select='Funded' limit 4")).rows);
