import type { ReactNode } from "react";
import { getLetter, type LetterView } from "../../lib/features/letters/mod.ts";
import { LetterEditor } from "../../islands/letters/LetterEditor.tsx";
import { letterTitle } from "../../lib/domain/letters/amendment.ts";
import type { LetterKind } from "../../lib/domain/letters/terms.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { BackToLoan } from "../loans/back_to_loan.tsx";

type Loaded = LetterView & { kind: LetterKind };

function LetterScreen({ kind, facts, draft, offer, updatedAt, file }: Loaded): ReactNode {
  return (
    <>
      <noscript>
        <Notice>Turn on JavaScript to edit and generate this letter.</Notice>
      </noscript>
      <Island
        of={LetterEditor}
        kind={kind}
        facts={facts}
        terms={draft.terms}
        edits={draft.edits}
        revision={draft.revision}
        updatedAt={updatedAt}
        offer={offer}
        file={file}
      />
    </>
  );
}

const letterPage = (kind: LetterKind, path: string) =>
  page<Loaded>({
    path,
    permission: "manageLoans",
    shell: "dashboard",
    title: ({ facts, draft }) => `${letterTitle(kind, facts, draft.terms)} ${facts.clientCode}`,
    async load(ctx, { params }) {
      return { kind, ...await getLetter(ctx, { loanId: idOf(params.id, "loan"), kind }) };
    },
    paper: () => null,
    view: LetterScreen,
    actions: ({ facts }) => <BackToLoan loanId={facts.loanId} />,
  });

/** The letters of a loan, filled in and editable before they are generated (loans specification 2.3). */
export const viewCommitmentPage = letterPage("commitment", "/dashboard/viewCommitment/:id");
export const viewRenewalPage = letterPage("renewal", "/dashboard/viewRenewal/:id");
