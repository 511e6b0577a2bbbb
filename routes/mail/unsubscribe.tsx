import type { ReactNode } from "react";
import { UNSUBSCRIBE_PATH } from "../../lib/domain/mail/consent.ts";
import { Refusal } from "../../lib/domain/refusal.ts";
import { chooseMails, mailPreferenceOf, PREVIEW_TOKEN } from "../../lib/features/mail/mod.ts";
import { MAIL_PREFERENCES, type MailPreference } from "../../lib/schemas/mail/consent.ts";
import { formFields, readText } from "../../lib/server/body.ts";
import { contextOf, type Http, wantsPage } from "../../lib/server/http.ts";
import { page } from "../../lib/server/page.tsx";
import { withFullStop } from "../../lib/domain/sentence.ts";

const OWN_LOANS = "Mails about your own loans and your account still reach you.";

/** Where a mail's unsubscribe link leads: one button, and one for less, without signing in or script. */
export const unsubscribePage = page({
  path: `${UNSUBSCRIBE_PATH}:token`,
  permission: "public",
  title: "Unsubscribe",
  shell: "public",
  async load(ctx, { params, query }) {
    const { token } = params, done = query.done === "yes";
    if (token === PREVIEW_TOKEN) return { token, choice: "preview" as const, reached: false, done };
    return { token, ...await mailPreferenceOf(ctx, token), done };
  },
  view: ({ token, choice, reached, done, site }) => (
    <div className="narrow roomy stack">
      {choice === "preview" ? <Previewed /> : choice === "none" ? <Ended lender={site.lender.name} /> : (
        <>
          <h1>{done ? "Your choice is saved" : "Stop these mails?"}</h1>
          <p>
            {!reached
              ? `${site.lender.name} sends you no news at present, whatever you choose here. To get it, contact us. `
              : choice === "fewer"
              ? "You now get fewer mails: only about rates, terms and lending areas. "
              : done
              ? `${withFullStop(`You get all news of ${site.lender.name}`)} `
              : `${site.lender.name} then sends you no more news. `}
            {OWN_LOANS}
          </p>
          <form className="btn-row" method="post" action={`/unsubscribe/${token}`}>
            <button className="btn primary" type="submit" name="choice" value="none">Unsubscribe</button>
            {choice === "all"
              ? (
                <button className="btn" type="submit" name="choice" value="fewer">
                  Fewer mails: only loan matters
                </button>
              )
              : <button className="btn" type="submit" name="choice" value="all">All mails again</button>}
          </form>
          {choice === "all" && (
            <p className="small mute">Loan matters are what changes for your next deal: rates, terms and areas.</p>
          )}
        </>
      )}
    </div>
  ),
});

/** By a broker's own link a reader of the preview would change that broker's consent. */
function Previewed(): ReactNode {
  return (
    <>
      <h1>This link is of a preview</h1>
      <p>It ends no mails. In the mail that goes out, each broker has a link of their own here.</p>
    </>
  );
}

function Ended({ lender }: { lender: string }): ReactNode {
  return (
    <>
      <h1>You are unsubscribed</h1>
      <p>{`${lender} sends you no more news. ${OWN_LOANS}`}</p>
      <p className="mute">A mistake? Ask us, and we turn them on again.</p>
      <div className="btn-row">
        <a className="btn" href="/contact">Contact us</a>
      </div>
    </>
  );
}

/** The page's button, and the one click of a mail program (RFC 8058): neither has a session, the link alone decides. */
export async function unsubscribeByPost(c: Http): Promise<Response> {
  const token = c.req.param("token") ?? "";
  try {
    const choice = await choiceIn(c);
    await chooseMails(contextOf(c), { token, choice });
  } catch (error) {
    if (error instanceof Refusal && !wantsPage(c)) return c.text(error.message, error.status);
    throw error;
  }
  return wantsPage(c) ? c.redirect(`/unsubscribe/${token}?done=yes`, 303) : c.text("Unsubscribed");
}

/**
 * What the page's button says; anything else, a mail program's body too, ends them all. Throws 400 and 408 for a body
 * that did not come whole: what it would have said is not known.
 */
async function choiceIn(c: Http): Promise<MailPreference> {
  try {
    const { choice } = formFields(await readText(c, FORM_LIMIT));
    return MAIL_PREFERENCES.find((one) => one === choice) ?? "none";
  } catch (error) {
    if (error instanceof Refusal && error.status === 413) return "none";
    throw error;
  }
}

/** Bytes. */
const FORM_LIMIT = 4096;
