import { Fragment, type ReactNode } from "react";
import type { BrokerLoanView } from "../../lib/features/loans/mod.ts";
import { entryText } from "../../lib/domain/loans/broker_view.ts";
import { type FieldFlag, fieldFlag, type FormConfig, type FormSection } from "../../lib/domain/settings/form_config.ts";
import { inputsOf, isShown, sectionsOf } from "../../lib/domain/settings/form_order.ts";
import { Band, type BandName } from "../../lib/ui/band.tsx";
import { FlagKey } from "../../lib/ui/loans/flag_key.tsx";
import { None } from "../../lib/ui/money.tsx";

const BANDS: Record<FieldFlag, BandName> = { Green: "green", Yellow: "yellow", Red: "red", None: "none" };

/** Characters from which a value stands below its label, in the whole width. */
const LONG = 40;

type Entries = Readonly<Record<string, unknown>>;

/** A box of the form as labels and values with colour flags (loans specification 2.4 and 5.2). */
function Entered({ section, entries }: { section: FormSection; entries: Entries }): ReactNode {
  return (
    <dl className="facts flagged">
      {inputsOf(section, "broker").filter(({ id }) => isShown(id, entries)).map((input) => {
        const text = entryText(input, entries[input.id]);
        const band = BANDS[fieldFlag(input, entries[input.id])];
        return (
          <Fragment key={input.id}>
            <dt>{input.label}</dt>
            <dd className={text.length >= LONG ? "long" : undefined}>
              <span>{text || <None />}</span>
              {band !== "none" && <Band band={band} word={`flagged ${band}`} quiet />}
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

/** The application as submitted, read only, in the broker's order of boxes and fields. */
export function ReadOnlyApplication({ config, loan }: { config: FormConfig; loan: BrokerLoanView }): ReactNode {
  const { additionalProperties, comments, exitStrategySelect } = loan;
  const boxes = sectionsOf(config, "broker").filter((name) =>
    name === "additionalProperties" ? additionalProperties.length > 0 : inputsOf(config[name], "broker").length > 0
  );
  return (
    <section className="stack application" aria-labelledby="application-title">
      <header className="row">
        <h2 id="application-title">Application</h2>
        <FlagKey />
      </header>
      <div className="columns thirds">
        {boxes.map((name) => {
          const section = config[name];
          const title = section.brokerTitle ?? section.title;
          const rows: readonly Entries[] = name === "additionalProperties" ? additionalProperties : [loan];
          return rows.map((entries, i) => (
            <div key={`${name}-${i}`}>
              <h3 className="subheading">{rows.length > 1 ? `${title} ${i + 1}` : title}</h3>
              <Entered section={section} entries={entries} />
            </div>
          ));
        })}
        <div>
          <h3 className="subheading">Your comments</h3>
          <dl className="facts flagged">
            <dt>Exit strategy</dt>
            <dd>
              <span>{exitStrategySelect || <None />}</span>
            </dd>
          </dl>
          {comments
            ? <p className="small comment-text">{comments}</p>
            : <p className="small mute">No comments were sent.</p>}
        </div>
      </div>
    </section>
  );
}
