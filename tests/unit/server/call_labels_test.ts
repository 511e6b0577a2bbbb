/** What refusals call a field is what its screen calls it, by its call and its whole path. */
import assert from "node:assert/strict";
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import { CALL_LABELS } from "../../../lib/domain/call_labels.ts";
import { fieldName } from "../../../lib/domain/field_names.ts";
import { findInput } from "../../../lib/domain/settings/config_fields.ts";
import { QUOTE_FIELDS } from "../../../islands/quote/quote_fields.ts";
import { CALLS } from "../../../routes/calls.ts";
import { type Part, pathsOf } from "../../support/schema_paths.ts";

const ROOT = new URL("../../../", import.meta.url);
const OWN_LABELS = Object.entries(CALL_LABELS).flatMap(([call, labels]) =>
  Object.entries(labels).map(([path, label]): [call: string, path: string, label: string] => [call, path, label])
);
const callOf = (address: string): string => address.slice(address.lastIndexOf("/") + 1);
const configured = (name: string) => findInput(SCORING_CONFIG, name)?.input.label;

async function textOf(folder: URL): Promise<string> {
  const parts: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) parts.push(await textOf(new URL(`${name}/`, folder)));
    else if (/\.tsx?$/.test(name) && !/^(call_labels|field_names)\.ts$/.test(name)) {
      parts.push(await Deno.readTextFile(new URL(name, folder)));
    }
  }
  return parts.join("\n");
}
const SCREENS = (await Promise.all(
  ["islands/", "routes/", "lib/ui/", "lib/client/", "lib/domain/", "db/seed/"].map((folder) =>
    textOf(new URL(folder, ROOT))
  ),
)).join("\n");
const isOnScreen = (label: string): boolean =>
  [`"${label}"`, `>${label}<`, `"${label},`, `"${label} (`, `${label}</`].some((text) => SCREENS.includes(text));

/** Fields that nobody types: ids, versions and places that a screen sends along. Parts of a form are its sections. */
const SENT_ALONG = new Set(
  ("after as asking at basedOn basis box bucket brokerId brokerPosition brokerUpdatedAt brokerBackground background " +
    "brokerInputPosition inputPosition brokerTitle dueId cents contractId current dir email_id emailId enclosure extent head " +
    "earlier eventId factorId id keptAt leaveOut loanId loanMatters monthDay oldId offerId party picked query range recoverId " +
    "mark replaces requestId rest restriction revision rowId savedAt screen search seen sendAt sentId sort tmpUploadId until " +
    "updatedAt with zoom next page q version conditionId accept payouts over letter marks device applicantInformation " +
    "applicantEmployment applicantRisk homeInformation additionalProperties clientCode condtionState order brokerOrder")
    .split(" "),
);

Deno.test("each call's own label is of a field that it takes, and stands on a screen", () => {
  const known = new Set(
    CALLS.flatMap(({ path, takes }) =>
      pathsOf(takes.input as unknown as Part).map((at) =>
        `${callOf(path)} ${at.filter((key) => typeof key === "string").join(".")}`
      )
    ),
  );
  assert.deepEqual(OWN_LABELS.filter(([call]) => !CALLS.some(({ path }) => callOf(path) === call)), []);
  // Like objects are walked once: both lists of templates are of one.
  const walked = (path: string) => path.replace(/^elite(?=Templates)/, "normal");
  assert.deepEqual(OWN_LABELS.filter(([call, path]) => !known.has(`${call} ${walked(path)}`)), []);
  const SAYS = [
    "Account",
    "Sign-in",
    "Intro mail",
    "Saved browser",
    "Application",
    "Marks of what was read",
    "Condition",
  ];
  assert.deepEqual(OWN_LABELS.filter(([, , label]) => !SAYS.includes(label) && !isOnScreen(label)), []);
});

Deno.test("every field that somebody fills in is called as on its screen", () => {
  const unknown: string[] = [];
  let asked = 0;
  for (const { path: address, takes } of CALLS) {
    const paths = pathsOf(takes.input as unknown as Part);
    for (const path of paths) {
      const leaf = path.at(-1)!;
      // A part that holds others, and an entry, have no label.
      const isPart = paths.some((other) => other.length > path.length && path.every((key, i) => key === other[i]));
      if (isPart || typeof leaf === "number" || SENT_ALONG.has(leaf)) continue;
      const name = fieldName(path, { call: callOf(address), labelOf: configured })!;
      const label = name.split(/ of the (?:first|12th) /)[0].replace(/^[^:]*: /, "");
      asked++;
      if (!isOnScreen(label)) unknown.push(`${callOf(address)} ${path.join(".")}: ${label}`);
    }
  }
  assert.ok(asked > 700, `only ${asked} fields were asked about`);
  assert.deepEqual(unknown, []);
});

Deno.test("fields with the same last name each have their own screen's label", () => {
  const label = (call: string, ...path: (string | number)[]) =>
    fieldName(path, { call, labelOf: (name) => name === "phone" ? "Applicant's phone" : configured(name) });
  assert.equal(label("newloan", "data", "phone"), "Applicant's phone");
  for (const call of ["registerAccount", "updateSettings", "updateAccount"]) {
    assert.equal(label(call, "phone"), "Phone");
  }
  assert.equal(label("getquote", "bridgeTerm"), "Bridge term");
  assert.equal(label("updateloan", "data", "bridgeTerm"), "Bridge term, days");
  assert.equal(label("savesettings", "justQuote", "utilities"), "What a quote assumes: Utilities a month");
  assert.equal(
    label("previewsettings", "settings", "justQuote", "utilities"),
    "What a quote assumes: Utilities a month",
  );
  assert.equal(label("updateloan", "data", "utilities"), "Utilities, monthly");
  assert.equal(label("saveletter", "terms", "fee"), "Renewal fee");
  assert.equal(label("recordledger", "penalty"), "Penalty paid with it");
});

Deno.test("a quote's figures are called as its sliders are", () => {
  const sliders = Object.values(QUOTE_FIELDS).flat().map(({ name, label }) => [name, label]);
  const called = OWN_LABELS.filter(([call]) => call === "getquote").map(([, path, label]) => [path, label]);
  assert.deepEqual(called.filter(([path]) => sliders.some(([name]) => name === path)).sort(), sliders.sort());
});
