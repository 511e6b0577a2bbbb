import { ClosedRequest, viewRequest } from "../../lib/features/brokers/mod.ts";
import { RequestReview } from "../../islands/brokers/RequestReview.tsx";
import { licenceLookupLink } from "../../lib/domain/accounts/licence.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, Redirect } from "../../lib/server/page.tsx";
import { EmailAddress } from "../../lib/ui/email_address.tsx";
import { Fig } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { LicenceSentence } from "../../lib/ui/accounts/licence_mark.tsx";
import { None } from "../../lib/ui/money.tsx";
import { telephoneUrl } from "../../lib/domain/lender.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { BackToBrokers } from "./_account_head.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { sharedText } from "./_requests.tsx";
import { whenText } from "./_when.ts";

/** Review of a requested account (loans specification 2.11). */
export const requestPage = page({
  path: "/dashboard/createbroker",
  permission: "manageBrokers",
  shell: "dashboard",
  async load(ctx, { query }) {
    const id = idOf(query.id, "request");
    const { request, licence, others } = await viewRequest(ctx, { id }).catch((error) => {
      if (!(error instanceof ClosedRequest) || error.accountId === null) throw error;
      throw new Redirect(`/dashboard/viewbroker?id=${error.accountId}`);
    });
    return {
      request,
      licence,
      others,
      lookup: licenceLookupLink(ctx.site.licenceLookupUrl, request.license),
      now: ctx.now,
    };
  },
  title: "Account request",
  actions: BackToBrokers,
  view: ({ request, licence, others, lookup, now }) => (
    <section className="part request" aria-labelledby="request">
      <header>
        <h2 id="request">{request.name}</h2>
        <Tag on>Waiting for you</Tag>
        <p className="align-end">Asked: {whenText(request.createdAt, now)}</p>
      </header>
      <div className="stack">
        <dl className="grid-fields request-facts">
          <Fig label="Email">
            <a href={`mailto:${request.email}`}>
              <EmailAddress address={request.email} />
            </a>
          </Fig>
          <Fig label="Phone">
            {request.phone ? <a href={telephoneUrl(request.phone)}>{request.phone}</a> : <None />}
          </Fig>
          <Fig label="Username">
            {request.username}
            {request.wantedUsername && (
              <p className="licence-line">
                <Tag on>Changed</Tag>
                <span>{request.wantedUsername} was taken. Creating the account mails the new one.</span>
              </p>
            )}
          </Fig>
          <Fig label="Brokerage">{request.brokerage || <None />}</Fig>
          <Fig label="Brokerage licence">{request.brokerageLicense || <None />}</Fig>
          <Fig label="Broker licence number (M#)">
            {request.license}
            <p className="licence-line">
              <LicenceSentence standing={licence} />
              {others > 0 && <b>{sharedText(others)}</b>}
              <a href={lookup} target="_blank" rel="noreferrer">
                Look up <span className="visually-hidden">the licence at the regulator (opens in a new tab)</span>
                <Icon name="arrow-up-right" />
              </a>
            </p>
          </Fig>
          <Fig label="News by email">{request.newsByEmail ? "Agreed" : "Not asked for"}</Fig>
        </dl>
        <Island of={RequestReview} id={request.id} notes={request.notes} />
      </div>
    </section>
  ),
});
