import type { ReactNode } from "react";
import type { NewsPreference } from "../../lib/domain/news/kinds.ts";
import { Segment } from "../../lib/ui/segment.tsx";

const OF_A_BROKER =
  "Your loans' status, conditions, commitments and dates. A digest comes in the morning; what needs you is a " +
  "condition to complete, a letter to sign, a date that runs out.";
const OF_STAFF =
  "Loans that mature, which all need you. A digest comes in the morning. Other news is in the list alone.";

/** How the person hears of news by mail. The list behind the bell has all of it in any case. */
export function NewsPart({ choice, staff }: { choice: NewsPreference; staff: boolean }): ReactNode {
  return (
    <form className="part news-choice" id="news" method="post" action="/api/news/choose">
      <header>
        <h2>News by mail</h2>
        <p className="align-end">
          <a href="/dashboard/news">See the news</a>
        </p>
      </header>
      <p className="hint">{staff ? OF_STAFF : OF_A_BROKER}</p>
      <div className="row">
        <Segment
          legend="How we mail you news"
          name="choice"
          chosen={choice}
          options={[
            { value: "instant", label: "At once" },
            { value: "digest", label: "Each morning" },
            { value: "needed", label: "What needs me" },
          ]}
        />
        <button className="btn" type="submit">Save choice</button>
      </div>
    </form>
  );
}
