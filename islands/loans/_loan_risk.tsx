import { type ReactNode, useState } from "react";
import type { LoanFigures } from "../../lib/domain/loans/deal.ts";
import type { LoanContract } from "../../lib/domain/loans/loan_contract.ts";
import { RATING_OVERRIDES } from "../../lib/domain/loans/deal_options.ts";
import { likelihoodOf } from "../../lib/domain/lending/colours.ts";
import { CHARGE_MISSING } from "../../lib/domain/lending/ltv.ts";
import { PILLARS } from "../../lib/domain/lending/scoring.ts";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import { parseNumber, scoreText } from "../../lib/domain/money.ts";
import type { ContractScore, LoanForm } from "../../lib/domain/loans/loan_form.ts";
import { LOAN_LABELS } from "../../lib/domain/loans/field_labels.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { ScoreScale } from "../../lib/ui/scale.tsx";
import { LoanSelect } from "./_loan_field.tsx";
import type { LoanFormState } from "./loan_form.ts";
import { LoanTiles } from "./_loan_tiles.tsx";

const WORDS = { green: "Green", yellow: "Yellow", red: "Red" } as const;

/** The score at funding, the stored one where it was computed anew since, and today's where it is asked for. */
function contractScoreText(contract: LoanContract, stored: number, today: number | null): string {
  const { finalScore, settingsVersionId: version } = contract;
  const funded = finalScore ?? stored;
  const under = version === null ? "" : `, under version ${version} of the settings`;
  const since = stored === funded ? "" : ` Computed anew since, it is ${scoreText(stored)}.`;
  const now = today === null ? "" : ` Computed anew now, it is ${scoreText(today)}.`;
  return `The loan was funded with a score of ${scoreText(funded)}${under}.${since}${now}`;
}

/** Risk: the score on its scale, the override, and the four panels that it is made of. */
export function LoanRisk(
  props: {
    loan: LoanFormState;
    /** The entries that the figures are computed from. */
    read: LoanForm;
    figures: LoanFigures;
    thresholds: LendingSettings["globalScore"];
    contractScore: ContractScore | null;
    contract: LoanContract;
  },
): ReactNode {
  const { loan, figures, thresholds, contractScore, contract } = props;
  const { band, shownScore, finalScore } = contractScore ?? figures;
  const [anew, setAnew] = useState(false);
  // Without a charge that it ranks behind, the LTV says nothing of a likelihood.
  const likelihood = figures.rankNotice === CHARGE_MISSING ? "" : `, ${likelihoodOf(band)}`;
  const overridden = shownScore !== finalScore;
  const saved = parseNumber(loan.base.finalScore);
  const drifted = !contractScore && Object.keys(loan.edits).length === 0 && saved !== null && saved !== finalScore;
  const parts = PILLARS.map(({ name }) => scoreText(figures.pillars[name])).join(" + ");
  return (
    <section className="block" id="risk" aria-labelledby="risk-h">
      <header>
        <h2 id="risk-h">Risk</h2>
        <p className="align-end small mute">{`${parts}, form ${scoreText(figures.formScore)}`}</p>
      </header>
      <div className="score">
        <p className="stack final" data-band={band}>
          <span className="huge">{scoreText(shownScore)}</span>
          <Band band={band} word={`${WORDS[band]}${likelihood}`} />
          {overridden && <span className="small mute">{`Final score ${scoreText(finalScore)}, overridden`}</span>}
        </p>
        <div className="scale-box">
          <ScoreScale score={shownScore} yellow={thresholds.yellowScore} red={thresholds.redScore} band={band} />
        </div>
        <div className="override">
          <LoanSelect
            loan={loan}
            block="risk"
            name="riskRatingOver"
            label={LOAN_LABELS.riskRatingOver}
            choices={RATING_OVERRIDES as { value: string; label: string }[]}
          />
        </div>
      </div>
      {drifted && (
        <Notice>
          {`This loan was saved with a score of ${scoreText(saved)}; under the settings of today it is ${
            scoreText(finalScore)
          }. Saving keeps the new score.`}
        </Notice>
      )}
      {contractScore && (
        <Notice>
          <span className="row">
            <span>{contractScoreText(contract, contractScore.finalScore, anew ? figures.finalScore : null)}</span>
            {!anew && (
              <button className="btn slim bare" type="button" onClick={() => setAnew(true)}>Compute anew</button>
            )}
          </span>
        </Notice>
      )}
      <LoanTiles form={props.read} figures={figures} />
    </section>
  );
}
