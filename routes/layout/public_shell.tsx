import type { ReactNode } from "react";
import { type Lender, telephoneUrl } from "../../lib/domain/lender.ts";
import { allows } from "../../lib/domain/permissions.ts";
import { DialogButton } from "../../lib/ui/dialog.tsx";
import { Document } from "./document.tsx";
import { CreditDialog, DisclaimerDialog } from "./notices.tsx";
import { Brand, ThemeSwitch, UserMenu } from "./parts.tsx";
import { SearchFacts } from "./search_facts.tsx";
import type { ShellProps } from "./shell_props.ts";
import { withFullStop } from "../../lib/domain/sentence.ts";

const SUBMIT = "/dashboard/submitloan";

function PublicNav(props: ShellProps): ReactNode {
  const { user, pages, lender } = props;
  return (
    <header className="nav">
      <div className="wrap">
        <Brand lender={lender} />
        <nav className="align-end row" aria-label="Main">
          {user
            ? (
              <>
                {pages.has(SUBMIT) && allows(user, "submitLoan") && <a className="btn bare" href={SUBMIT}>New Loan</a>}
                <UserMenu user={user} lender={lender} pages={pages} />
              </>
            )
            : (
              <>
                <a className="btn bare" href="/contact">Contact</a>
                <a className="btn bare" href="/register">Register</a>
                <a className="btn" href="/login">Login</a>
              </>
            )}
        </nav>
      </div>
    </header>
  );
}

/** The lender's configured details: name, licences, address and contact. */
function LenderFacts(props: { lender: Lender }): ReactNode {
  const { name, legalName, licences, address, phone, contactEmail } = props.lender;
  const sentences = [...licences, ...address ? [address] : []].map(withFullStop);
  return (
    <p>
      <b>{legalName ?? name}</b> {sentences.join(" ")}{" "}
      {contactEmail && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
      {contactEmail && phone && ", "}
      {phone && <a className="nowrap" href={telephoneUrl(phone)}>{phone}</a>}
    </p>
  );
}

/** The shell of a public page. The signed-out home page inlines its styles. */
export function PublicShell(props: ShellProps): ReactNode {
  const { user, path, lender, theme, children } = props;
  const visitorAtHome = path === "/" && user === null;
  return (
    <Document
      {...props}
      head={[<SearchFacts key="search" {...props} />, props.head]}
      className="public"
      styles="static/css/public.css"
      inlineStyles={visitorAtHome}
    >
      <PublicNav {...props} />
      <main id="main">{children}</main>
      <footer>
        <div className="wrap">
          <div className="stack">
            <LenderFacts lender={lender} />
            <p>
              For licensed mortgage brokers and agents in Ontario. We do not lend to the public directly. Quotes are
              indicative and are not a commitment to lend.
            </p>
          </div>
          <div className="row">
            <a href="/lending-areas">Where we lend</a>
            <a href="/contact">Contact</a>
            <DialogButton dialog="disclaimer" className="link">Disclaimer</DialogButton>
            <DialogButton dialog="site-credit" className="link">Site credit</DialogButton>
            <ThemeSwitch theme={theme} />
          </div>
        </div>
      </footer>
      <DisclaimerDialog once={visitorAtHome} />
      <CreditDialog lender={lender} />
    </Document>
  );
}
