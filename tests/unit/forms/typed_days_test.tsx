/** What is typed into a date field moves none of its bounds: a wrong year would be in reach at once. */
import assert from "node:assert/strict";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { LetterTermFields } from "../../../islands/letters/_letter_side.tsx";
import type { LetterProps, LetterState } from "../../../islands/letters/_use_letter.ts";
import { Schedule } from "../../../islands/mail/_schedule.tsx";
import type { EmailDraft } from "../../../islands/mail/_email_document.ts";
import { addMonths, dateInToronto } from "../../../lib/domain/dates.ts";
import { letterDocument } from "../../../lib/domain/letters/letter_document.ts";
import { NO_TERMS } from "../../../lib/domain/letters/terms.ts";

const TYPED = "0202-05-01";
const NEW = { date: "", time: "09:00", type: "static", every: "7", unit: "day", monthDay: null, audience: [{}] };

/** First and last day of the date fields of what is drawn. */
const bounds = (drawn: ReactNode): string[][] =>
  [...renderToStaticMarkup(drawn).matchAll(/<input[^>]*type="date"[^>]*>/g)].map(([field]) =>
    ["min", "max"].map((name) => field.match(new RegExp(`${name}="([^"]*)"`))?.[1] ?? "")
  );

Deno.test("a letter's days are bound by today and by what was saved", () => {
  const entries = (letterDate: string) => letterDocument({ ...NO_TERMS, letterDate }, []).terms;
  const drawn = (saved: string) =>
    bounds(LetterTermFields({
      state: {
        terms: { ...entries(TYPED), expiresOn: TYPED },
        savedTerms: entries(saved),
        letterTerms: NO_TERMS,
        letter: { amends: false },
        errors: {},
        facts: { today: "2026-11-20" },
        setTerm: () => {},
        leaveTerm: () => {},
      } as unknown as LetterState,
      props: { kind: "commitment", facts: { today: "2026-11-20" } } as unknown as LetterProps,
    }));
  assert.deepEqual(drawn(""), [["2016-11-20", "2036-11-20"], ["2016-11-20", "2036-11-20"]]);
  assert.deepEqual(drawn("2012-01-31")[1], ["2012-01-31", "2036-11-20"]);
});

Deno.test("a campaign's day is bound by today and by what was saved", () => {
  const today = dateInToronto(Date.now());
  const drawn = (savedDate: string) =>
    bounds(
      <Schedule
        draft={{ ...NEW, date: TYPED } as unknown as EmailDraft}
        savedDate={savedDate}
        errors={{}}
        disabled={false}
        set={() => {}}
      />,
    );
  assert.deepEqual(drawn(""), [[today, addMonths(today, 120)]]);
  assert.deepEqual(drawn("2026-01-05"), [["2026-01-05", addMonths(today, 120)]]);
});
