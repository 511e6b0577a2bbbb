import * as v from "valibot";
import { startSubmission } from "../../lib/features/loans/mod.ts";
import { DraftOffer } from "../../islands/loans/DraftOffer.tsx";
import { DraftSaved } from "../../islands/loans/DraftSaved.tsx";
import { FileBox } from "../../islands/loans/FileBox.tsx";
import { SectionList } from "../../islands/loans/SectionList.tsx";
import { SubmitLoan } from "../../islands/loans/SubmitLoan.tsx";
import { outlineOf } from "../../lib/client/loans/submission_form.ts";
import { dateInToronto, formatDayMonth, formatTime } from "../../lib/domain/dates.ts";
import { SUBMISSION_FILES_MAX } from "../../lib/domain/files/submitted.ts";
import type { FormView, ShownConfig } from "../../lib/domain/settings/form_config.ts";
import { loanInputsOf } from "../../lib/domain/settings/form_order.ts";
import type { QuoteInput } from "../../lib/domain/lending/quote.ts";
import { QuoteRequest } from "../../lib/schemas/quote.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { SubmissionPlace } from "../../islands/maps/SubmissionPlace.tsx";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { draftOfferWords } from "../../lib/ui/loans/draft_offer.ts";
import { Notice } from "../../lib/ui/notice.tsx";

/** As in "20 Nov, 12:01", in Toronto. */
const dayAndTime = (ms: number): string => `${formatDayMonth(dateInToronto(ms))}, ${formatTime(ms)}`;

/** The labels of the form's fields, for fields that a file lacks. */
const labelsOf = (config: ShownConfig, view: FormView): Record<string, string> =>
  Object.fromEntries(loanInputsOf(config, view).map(({ id, label }) => [id, label]));

/** The quote in the link of its SUBMIT LOAN; null for none, and for one that nobody could have asked for. */
function quoteOf(query: Readonly<Record<string, string>>): QuoteInput | null {
  const quote = v.safeParse(QuoteRequest, query);
  return quote.success ? quote.output as QuoteInput : null;
}

/**
 * Submit loan (loans specification 2.5): islands that share the form's state. `?copy={id}` starts from an earlier loan,
 * a quote's figures from that quote.
 */
export const submitLoanPage = page({
  path: "/dashboard/submitloan",
  permission: "submitLoan",
  title: "New loan",
  shell: "dashboard",
  load: async (ctx, { query }) => ({
    ...await startSubmission(ctx, {
      copyOf: query.copy === undefined ? null : idOf(query.copy, "loan"),
      quote: quoteOf(query),
    }),
    brokerName: ctx.actor?.name ?? "",
    today: dateInToronto(ctx.now),
  }),
  actions: () => <Island of={DraftSaved} />,
  view: ({ config, formView, ltvLimit, minLoan, tmpUploadId, brokerName, today, draft, begun, site }) => (
    <div className="form">
      <Island of={SectionList} sections={outlineOf(config, formView)} />
      <div>
        <noscript>
          <Notice band="yellow">
            Turn on JavaScript to fill in a loan application, or <a href="/dashboard/contact">write to us</a>.
          </Notice>
        </noscript>
        {begun && (
          <Notice icon="info">
            {begun.from === "copy"
              ? `Copied from ${begun.clientCode}. Dates and files are not copied; check the rest before you submit it.`
              : "The figures of your quote are filled in, and marked until you change them. The rest is yours to add."}
          </Notice>
        )}
        {draft && (
          <Island
            of={DraftOffer}
            words={draftOfferWords(draft, dayAndTime(draft.updatedAt), begun?.from ?? null)}
            draft={draft}
            tmpUploadId={tmpUploadId}
          />
        )}
        <Island
          of={FileBox}
          on="touch"
          tmpUploadId={tmpUploadId}
          most={SUBMISSION_FILES_MAX}
          labels={labelsOf(config, formView)}
        />
        <Island
          of={SubmitLoan}
          config={config}
          formView={formView}
          ltvLimit={ltvLimit}
          tmpUploadId={tmpUploadId}
          brokerName={brokerName}
          today={today}
          minLoan={minLoan}
          offered={draft !== null}
          keptAt={begun ? null : draft?.updatedAt ?? null}
          begun={begun?.content ?? null}
        />
        {site.maps.geocoderUrl && <Island of={SubmissionPlace} on="later" geocoder={site.maps.geocoderUrl} />}
      </div>
    </div>
  ),
});
