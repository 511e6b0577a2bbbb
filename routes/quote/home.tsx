import { QuoteTool } from "../../islands/quote/QuoteTool.tsx";
import { maxLtvMessage } from "../../lib/domain/lending/ltv.ts";
import type { QuoteResult } from "../../lib/domain/lending/quote.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, type PageLike } from "../../lib/server/page.tsx";
import { cachedForEverybody } from "../../lib/server/page_cache.ts";
import { PlainQuoteResult } from "./_plain_result.tsx";
import { Hero } from "./_hero.tsx";
import { Steps } from "./_steps.tsx";

/** The quote call's output for a form without script. */
type QuoteOutput = { data: QuoteResult } | undefined;

/** The public home page (accounts specification 1 and 2). The quote call renders it with a result. */
export const homePage: PageLike = page({
  path: "/",
  permission: "public",
  title: "Indicative quotes for Ontario brokers",
  description:
    "See at once what a private first, second or bridge mortgage in Ontario would cost and how likely its approval is. For licensed mortgage brokers.",
  shell: "public",
  load: (ctx) => ({ maxLtv: ctx.lending().settings.maxLtv.limit }),
  view: ({ maxLtv, form, can, site }) => {
    const submitTo = can.submitLoan ? "/dashboard/submitloan" : can.signedIn ? "" : "/register";
    const result = (form?.answer as QuoteOutput)?.data;
    return (
      <div className="wrap">
        <Hero links={site.lender.links} />
        {form && result && <PlainQuoteResult result={result} sent={form.values} limit={maxLtv} submitTo={submitTo} />}
        <Island
          of={QuoteTool}
          early
          maxLtv={maxLtv}
          overLimit={maxLtvMessage(maxLtv)}
          submitTo={submitTo}
          sent={form?.values ?? {}}
          errors={form?.errors ?? {}}
          reason={form?.reason ?? ""}
          postalNote={result?.area?.unread ? result.area.sentence : ""}
        />
        <section className="home-section mission">
          <h2>Mission</h2>
          <div className="stack">
            <p className="mission-text">
              We lend where banks stop. See at once what a loan would cost and how likely we are to approve it, before
              you ask your client for a single document.
            </p>
            <p className="mute">We lend in Ontario alone, and only through licensed mortgage brokers.</p>
          </div>
        </section>
        <Steps signedIn={can.signedIn} submitTo={submitTo} />
      </div>
    );
  },
  cache: cachedForEverybody(() => homePage),
});
