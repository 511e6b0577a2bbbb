/** /dev/mail: the outbox of a server outside production, to follow codes and links without a mail account. */
import { desc, eq } from "drizzle-orm";
import { html } from "hono/html";
import { mails } from "../../../db/schema/mod.ts";
import { PICTURE_PATH } from "../../domain/mail/picture.ts";
import type { Http } from "../http.ts";

export async function devMail(c: Http): Promise<Response> {
  const list = await c.get("deps").db.select({
    id: mails.id,
    to: mails.to,
    subject: mails.subject,
    status: mails.status,
    createdAt: mails.createdAt,
  }).from(mails).orderBy(desc(mails.id)).limit(100);
  return c.html(html`
    <!doctype html>
    <html lang="en-CA">
      <meta charset="utf-8">
      <title>Outbox</title>
      <main>
        <h1>Outbox</h1>
        <p>${list.length ? "The newest hundred mails." : "No mail yet."}</p>
        <ol>${list.map((m) =>
          html`<li><a href="/dev/mail/${m.id}">${m.subject}</a> to ${m.to}, ${m.status}, ${
            new Date(m.createdAt).toISOString()
          }</li>`
        )}</ol>
      </main>
    </html>
  `);
}

/** What a mail that is shown may do: style itself inline, show the portal's own pictures, and nothing else. */
export const mailPolicy = (publicUrl: string): string =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src data: ${new URL(publicUrl).origin}${PICTURE_PATH}; sandbox`;

/** A mail as its recipient sees it. */
export async function devMailBody(c: Http): Promise<Response> {
  const id = Number(c.req.param("id"));
  const [mail] = Number.isSafeInteger(id) ? await c.get("deps").db.select().from(mails).where(eq(mails.id, id)) : [];
  if (!mail) return c.text("No such mail", 404);
  if (c.req.query("part") === "text") return c.text(mail.text);
  return c.html(mail.html, 200, { "content-security-policy": mailPolicy(c.get("deps").env.publicUrl) });
}
