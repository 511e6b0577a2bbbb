import { isUnsubscribeLink, unsubscribe } from "../../lib/features/mail/mod.ts";
import { notFound, Refusal } from "../../lib/domain/refusal.ts";
import { contextOf, type Http, wantsPage } from "../../lib/server/http.ts";
import { page } from "../../lib/server/page.tsx";

/** Where a mail's unsubscribe link leads: a question and one button, without signing in or script. */
export const unsubscribePage = page({
  path: "/unsubscribe/:token",
  permission: "public",
  title: "Unsubscribe",
  shell: "public",
  load(ctx, { params, query }) {
    if (!isUnsubscribeLink(ctx, params.token)) throw notFound("link");
    return { token: params.token, done: query.done === "yes" };
  },
  view: ({ token, done, site }) => (
    <div className="narrow roomy stack">
      {done
        ? (
          <>
            <h1>You are unsubscribed</h1>
            <p>
              {site.lender.name} sends you no more news. Mails about your own loans and your account still reach you.
            </p>
            <p className="mute">A mistake? Ask us, and we turn them on again.</p>
            <div className="btn-row">
              <a className="btn" href="/contact">Contact us</a>
            </div>
          </>
        )
        : (
          <>
            <h1>Stop these mails?</h1>
            <p>
              {site.lender.name}{" "}
              then sends you no more news. Mails about your own loans and your account still reach you.
            </p>
            <form className="btn-row" method="post" action={`/unsubscribe/${token}`}>
              <button className="btn primary" type="submit">Unsubscribe</button>
            </form>
          </>
        )}
    </div>
  ),
});

/** The page's button, and the one click of a mail program (RFC 8058): neither has a session, the link alone decides. */
export async function unsubscribeByPost(c: Http): Promise<Response> {
  const token = c.req.param("token") ?? "";
  try {
    await unsubscribe(contextOf(c), token);
  } catch (error) {
    if (error instanceof Refusal) return c.text(error.message, error.status);
    throw error;
  }
  return wantsPage(c) ? c.redirect(`/unsubscribe/${token}?done=yes`, 303) : c.text("Unsubscribed");
}
