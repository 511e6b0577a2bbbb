/** What stands at a wrong cell of the settings and of the application form. */
import assert from "node:assert/strict";
import defaults from "../../../db/seed/default_settings.json" with { type: "json" };
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import { configProblems } from "../../../lib/domain/settings/config_problems.ts";
import { withValue } from "../../../lib/domain/settings/paths.ts";
import { settingsProblems } from "../../../lib/domain/settings/settings_problems.ts";
import { completeSettings } from "../../../lib/domain/settings/stored_documents.ts";

const settings = completeSettings(defaults);

Deno.test("at a cell of the settings a problem names neither its panel nor its row", () => {
  const atCell = (path: string, value: unknown) => settingsProblems(withValue(settings, path, value))[0].atCell;
  assert.deepEqual([
    atCell("ratings.dsc.2.score", 9),
    atCell("ratings.employer.1.value", " "),
    atCell("ratings.credit.3.value", 550),
    atCell("maxLtv.limit", 0),
    atCell("taxMultiple.greenScore", 1001),
    atCell("netEquity.yellowScore", 2e5),
    atCell("partnerEmails", ["nobody"]),
    atCell("partnerEmails", ["a@b.example", "A@b.example"]),
  ], [
    "Score goes from −8 to 8 in steps of 0.5.",
    "Sector: enter a name.",
    "Credit score from 550 is there twice, in rows 3 and 4.",
    "Limit goes from 1% to 100% in steps of 1%.",
    "Green above goes from 0 to 1,000 in steps of 0.1.",
    "Yellow above $200,000 is above green above $150,000.",
    "Invalid Email",
    "This address is there twice.",
  ]);
});

Deno.test("at an option of the application form a problem does not name the option's field", () => {
  const path = "applicantRisk.inputs.0.options.0.score";
  const [problem] = configProblems(withValue(SCORING_CONFIG, path, 8.5));
  assert.match(problem.message, /^Credit score, option /);
  assert.match(problem.atCell!, /^Option \S+, score: from −8 to 8 in steps of 0\.5\.$/);
});

Deno.test("ratings that all weigh nothing are refused: each loan would have the best score", () => {
  const weightless = (one: Record<string, unknown>) => ({ ...one, weight: 0 });
  const ratings = Object.fromEntries(
    Object.entries(settings.ratings).map((
      [name, of],
    ) => [name, Array.isArray(of) ? of.map(weightless) : weightless(of)]),
  );
  const none = withValue(settings, "ratings", ratings);
  const [problem, ...more] = settingsProblems(none);
  assert.deepEqual(more, []);
  assert.match(problem.message, /^No rating has a weight: each loan would score 0\./);
  assert.match(problem.path, /^ratings\..*\.weight$/);
  assert.deepEqual(settingsProblems(withValue(none, problem.path, 0.1)), []);
});
