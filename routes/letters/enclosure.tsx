import type { ReactNode } from "react";
import { type EnclosureView, getEnclosure } from "../../lib/features/letters/mod.ts";
import { PrintButton } from "../../islands/shell/PrintButton.tsx";
import { letterTitle } from "../../lib/domain/letters/amendment.ts";
import { statementDay } from "../../lib/domain/letters/disclosure.ts";
import { type Enclosure, enclosurePath, enclosureRefusal } from "../../lib/domain/letters/enclosures.ts";
import { letterPath } from "../../lib/domain/letters/terms.ts";
import { blocksOf } from "../../lib/domain/print/document.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { PrintBlocks } from "../../lib/ui/letters/print_blocks.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { BackToLoan } from "../loans/back_to_loan.tsx";
import { Missing } from "../loans/missing.tsx";
import { StatementHead } from "./_statement_head.tsx";

/** The page of an enclosure, filled from the loan and its letter's terms, to read, print and download. */
const enclosurePage = (enclosure: Enclosure, path: string) =>
  page<EnclosureView>({
    path,
    permission: "manageLoans",
    shell: "dashboard",
    title: ({ filled, facts }) => `${filled.shortTitle} ${facts.clientCode}`,
    load(ctx, { params, query }) {
      const letter = query.letter === "renewal" && enclosure === "disclosure" ? "renewal" : "commitment";
      return getEnclosure(ctx, { loanId: idOf(params.id, "loan"), enclosure, letter });
    },
    paper: ({ filled }) => filled.gaps.length === 0 ? null : [],
    view: EnclosureScreen,
    actions: Actions,
  });

export const disclosurePage = enclosurePage("disclosure", "/dashboard/viewDisclosure/:id");
export const instructionsPage = enclosurePage("instructions", "/dashboard/viewInstructions/:id");

function Actions({ enclosure, letter, facts, terms, filled }: EnclosureView): ReactNode {
  return (
    <>
      <BackToLoan loanId={facts.loanId} />
      <a className="btn" href={letterPath(letter, facts.loanId)}>
        <Icon name="file-text" />
        <span className="label">{letterTitle(letter, facts, terms)}</span>
      </a>
      {enclosureRefusal(filled) === null && (
        <>
          <Island of={PrintButton} />
          <a
            className="btn"
            href={`/api/loans/downloadenclosure?loanId=${facts.loanId}&enclosure=${enclosure}&letter=${letter}`}
            download=""
            aria-label="Download PDF"
          >
            <Icon name="download" />
            <span className="label">PDF</span>
          </a>
        </>
      )}
    </>
  );
}

function EnclosureScreen({ enclosure, letter, facts, terms, filled }: EnclosureView): ReactNode {
  const { title, sections, gaps, problems, warnings } = filled;
  if (gaps.length > 0) {
    const own = letterPath(letter, facts.loanId);
    const missing = gaps.map((gap) => ({ ...gap, href: gap.href.startsWith("#") ? own + gap.href : gap.href }));
    const are = enclosure === "instructions" ? "are" : "is";
    return <Missing title={`The ${title.toLowerCase()} ${are} not complete yet`} missing={missing} />;
  }
  return (
    <div className="statement">
      <StatementHead facts={{ ...facts, today: statementDay(facts, terms) }} title={title} />
      {problems.map((text) => <Notice key={text} band="red">{text}</Notice>)}
      {warnings.map((text) => <Notice key={text} band="yellow">{text}</Notice>)}
      {enclosure === "disclosure" && facts.contract !== null && letter === "commitment" && (
        <p className="no-print">
          <a className="link" href={enclosurePath("disclosure", facts.loanId, "renewal")}>
            The renewal's disclosure statement
          </a>
        </p>
      )}
      <article className="letter stack">
        {sections.map(({ id, title, text }, i) => (
          <section key={id} aria-labelledby={`section-${id}`}>
            <h2 id={`section-${id}`}>{`${i + 1}  ${title}`}</h2>
            <PrintBlocks blocks={blocksOf(text)} />
          </section>
        ))}
      </article>
    </div>
  );
}
