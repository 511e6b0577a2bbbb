import * as v from "valibot";
import { RegisterForm } from "../../islands/accounts/RegisterForm.tsx";
import { safeNext, withNext } from "../../lib/domain/accounts/next_path.ts";
import { QuoteRequest } from "../../lib/schemas/quote.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, Redirect, type ViewProps } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";

/** /register: the account request, then 'Request Complete'. For signed-out visitors. */
export const registerPage = page({
  path: "/register",
  permission: "public",
  title: (data: { complete: boolean }) => data.complete ? "Request Complete" : "Register",
  description: "Licensed mortgage brokers and agents in Ontario ask for an account here.",
  shell: "public",
  load(ctx, { query }) {
    if (ctx.actor) throw new Redirect("/");
    return { complete: query.complete !== undefined };
  },
  view: (props) => props.complete ? <Complete {...props} /> : <Request {...props} />,
});

/** The sign-in link keeps the quote that led here. */
function SignInWithQuote({ query }: Pick<ViewProps, "query">) {
  const next = safeNext(`/dashboard/submitloan?${new URLSearchParams(query)}`);
  return (
    <Notice icon="info">
      Have an account?{" "}
      <a href={withNext("/login", next)}>Login</a>, and a new loan opens with the figures of your quote.
    </Notice>
  );
}

function Request({ form, query }: ViewProps) {
  const isQuote = v.is(QuoteRequest, query);
  const limited = form?.reason && !Object.keys(form.errors).length;
  return (
    <div className="narrow roomy">
      <div className="stack">
        <h1>Request a broker account</h1>
        <p className="mute">
          For brokers and agents licensed in Ontario. Two short steps, then we verify your licence and email you.
        </p>
        {isQuote && <SignInWithQuote query={query} />}
        {limited && <Notice band="red">{form.reason}</Notice>}
      </div>
      <Island of={RegisterForm} isQuote={isQuote} values={{ ...form?.values }} errors={{ ...form?.errors }} />
    </div>
  );
}

function Complete({ site, query }: ViewProps) {
  const { contactEmail } = site.lender;
  return (
    <div className="narrow">
      <div className="stack">
        <p className="done-mark">
          <Icon name="circle-check" />
        </p>
        <h1>Request Complete</h1>
        <p>You will be emailed when your account is verified.</p>
        {query.quote && (
          <p>
            This browser keeps your quote: your first sign-in here opens a new loan with its figures.
          </p>
        )}
        {contactEmail && (
          <p className="mute">
            Questions? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
          </p>
        )}
      </div>
      <a className="btn primary wide" href="/">Home</a>
    </div>
  );
}
