import type { ReactNode } from "react";
import { READING_UNITS } from "../../lib/domain/tracking/reading_times.ts";
import { EMAIL_LINKS_MOST, type Reading } from "../../lib/features/tracking/mod.ts";
import { countText } from "../../lib/domain/money.ts";
import type { ContactsQuery, contactsQuery } from "../../lib/schemas/tracking.ts";
import { Bars } from "../../lib/ui/charts/bars.tsx";
import { Chart, ChartTable } from "../../lib/ui/charts/chart.tsx";
import { Columns } from "../../lib/ui/charts/columns.tsx";
import { linksNote, linkTexts } from "./_parts.tsx";

/** What the columns count. */
function noteOf({ sentAt, times: { later } }: Reading, days: boolean): string {
  const which = sentAt === null
    ? `Unique opens of each run by ${days ? "weekday" : "hour of the day"}`
    : `Unique opens in the first ${days ? "14 days" : "24 hours"} after sending`;
  return later > 0 ? `${which}; ${countText(later)} later` : which;
}

/** When an email was read, by hours or days, and which of its links were followed. */
export function ReadingCharts(props: {
  reading: Reading;
  list: ReturnType<typeof contactsQuery>;
  query: ContactsQuery;
}): ReactNode {
  const { reading, list, query } = props;
  const linkNames = linkTexts(reading.links.map(({ link }) => link));
  const { columns } = reading.times, days = query.read === "days";
  const most = Math.max(...columns.map(({ opens }) => opens));
  const data = columns.map(({ label, opens }) => ({ label, value: opens, text: countText(opens) }));
  const shortOf = new Map(columns.map(({ label, short }) => [label, short]));
  return (
    <div className="charts" id="reading">
      <Chart
        name="hours"
        title="When it was read"
        note={noteOf(reading, days)}
        table={
          <ChartTable caption="Unique opens" heads={{ label: days ? "Day" : "Hour", value: "Opens" }} data={data} />
        }
        tools={
          <nav className="segmented slim" aria-label="When it was read, by">
            {READING_UNITS.map(([choice, name]) => (
              <a
                key={choice}
                href={`${list.address(query, { read: choice })}#reading`}
                aria-current={query.read === choice ? "true" : undefined}
              >
                {name}
              </a>
            ))}
          </nav>
        }
      >
        <Columns
          label={`Unique opens by ${days ? "day" : "hour"}`}
          data={data}
          short={(label) => shortOf.get(label) ?? label}
          chosen={columns.findIndex(({ opens }) => opens === most)}
          maxLabels={7}
          whole
        />
      </Chart>
      <Chart name="links" title="Where they clicked" note={linksNote(reading.links, EMAIL_LINKS_MOST)}>
        {reading.links.length === 0 ? <p className="mute">No link was followed yet.</p> : (
          <Bars
            caption="Clicks by link"
            heads={{ label: "Link", value: "Clicks" }}
            data={reading.links.map(({ clicks }, i) => ({
              label: linkNames[i],
              value: clicks,
              text: countText(clicks),
            }))}
          />
        )}
      </Chart>
    </div>
  );
}
