import { FileBox } from "../../islands/FileBox.tsx";
import { SectionList } from "../../islands/SectionList.tsx";
import { SubmitLoan } from "../../islands/SubmitLoan.tsx";
import { outlineOf } from "../../lib/client/submission_form.ts";
import { SUBMISSION_FILES_MAX } from "../../lib/domain/files/submitted.ts";
import { startSubmission } from "../../lib/features/loans/start_submission.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Notice } from "../../lib/ui/states.tsx";

/** Submit loan (spec 001, section 2.5): three islands that share the form's state. */
export const submitLoanPage = page({
  path: "/dashboard/submitloan",
  permission: "submitLoan",
  title: "New loan",
  shell: "dashboard",
  load: (ctx) => ({ ...startSubmission(ctx), brokerName: ctx.actor?.name ?? "" }),
  view: ({ config, formView, ltvLimit, tmpUploadId, brokerName }) => (
    <div className="form">
      <Island of={SectionList} sections={outlineOf(config, formView)} />
      <div>
        <noscript>
          <Notice band="yellow">Switch JavaScript on to fill in a loan application.</Notice>
        </noscript>
        <Island of={FileBox} tmpUploadId={tmpUploadId} most={SUBMISSION_FILES_MAX} />
        <Island
          of={SubmitLoan}
          config={config}
          formView={formView}
          ltvLimit={ltvLimit}
          tmpUploadId={tmpUploadId}
          brokerName={brokerName}
        />
      </div>
    </div>
  ),
});
