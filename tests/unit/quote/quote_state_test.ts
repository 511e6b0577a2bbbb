/** The quote tool's own arithmetic: LTV by accounts specification 5 and 9. */
import assert from "node:assert/strict";
import {
  fieldText,
  type Figure,
  ltvOf,
  priorShareOf,
  quoteInput,
  startQuote,
  uncountedOf,
  withAllBlurred,
  withBlur,
  withSliderValue,
  withStep,
  withType,
  withTypedText,
} from "../../../lib/client/quote/quote_state.ts";
import { loanAtLtv, QUOTE_SLIDERS } from "../../../lib/domain/lending/quote_sliders.ts";

const second = () =>
  withSliderValue(
    withSliderValue(startQuote({ type: "second" }), "valueOfResidence", 750_000),
    "existingFirstMtgAmt",
    400_000,
  );

Deno.test("it starts at the defaults of accounts specification 9 with no type chosen", () => {
  const state = startQuote();
  assert.equal(state.type, "none");
  assert.deepEqual(
    [state.figures.loanAmount, state.figures.valueOfResidence, state.figures.bridgeTerm, state.figures.creditScore],
    [100_000, 500_000, 60, 400],
  );
  assert.equal(ltvOf(state), 20);
});

Deno.test("the shares of prior charges and loan make up the LTV, each the nearer one", () => {
  const shares = (value: number, prior: number, loan: number, type = "second") => {
    const state = startQuote({ type });
    const figures = { ...state.figures, valueOfResidence: value, existingFirstMtgAmt: prior, loanAmount: loan };
    const ahead = priorShareOf({ ...state, figures });
    return [ahead, ltvOf({ ...state, figures }) - ahead];
  };
  // 49.41 and 14.12, together 63.53: rounded up to 64.
  assert.deepEqual(shares(850_000, 420_000, 120_000), [50, 14]);
  // 49.2 and 14.9: rounded up to 65, both are.
  assert.deepEqual(shares(500_000, 246_000, 74_500), [50, 15]);
  assert.deepEqual(shares(500_000, 250_000, 100_000), [50, 20]);
  assert.deepEqual(shares(850_000, 420_000, 750_000, "first"), [0, 89]);
});

Deno.test("LTV is rounded up, and counts an existing first for a second alone", () => {
  // ceil((100,000 + 400,000) * 100 / 750,000) = ceil(66.67) = 67; without the first ceil(13.3) = 14.
  assert.equal(ltvOf(second()), 67);
  assert.equal(ltvOf({ ...second(), type: "bridge" }), 14);
  assert.equal(ltvOf({ ...second(), type: "first" }), 14);
});

Deno.test("the LTV slider sets the loan so that the same LTV follows, wherever the loan's range allows", () => {
  const { min, max } = QUOTE_SLIDERS.loanAmount;
  for (const value of [250_000, 325_000, 999_999, 3_000_000]) {
    for (const prior of [0, 50_000, 123_457]) {
      for (let ltv = 0; ltv <= 85; ltv++) {
        const loan = loanAtLtv(ltv, prior, value);
        assert.ok(loan >= min && loan <= max);
        if (loan > min && loan < max) assert.equal(Math.ceil(((loan + prior) * 100) / value), ltv);
      }
    }
  }
  const state = withSliderValue(second(), "ltv", 80);
  assert.equal(state.figures.loanAmount, 200_000);
  assert.equal(fieldText(state, "ltv"), "80");
});

Deno.test("an LTV may be typed or pasted with its percent sign, and nothing else", () => {
  const state = withBlur(withTypedText(second(), "ltv", "80%"), "ltv");
  assert.deepEqual([state.figures.loanAmount, fieldText(state, "ltv"), state.notes.ltv], [200_000, "80", undefined]);
  assert.equal(withBlur(withTypedText(second(), "creditScore", "700%"), "creditScore").figures.creditScore, 400);
});

Deno.test("an LTV outside the loan's range is set to the nearest with a note", () => {
  const state = withSliderValue(
    withSliderValue(startQuote({ type: "first" }), "valueOfResidence", 3_000_000),
    "ltv",
    85,
  );
  assert.equal(state.figures.loanAmount, 1_000_000);
  assert.equal(ltvOf(state), 34);
  assert.equal(state.notes.ltv, "Loans are from $25,000 to $1,000,000.");
});

Deno.test("typing moves the picture once the figure is valid, and never while it is not", () => {
  let state = withTypedText(startQuote({ type: "first" }), "loanAmount", "2");
  assert.equal(state.figures.loanAmount, 100_000);
  state = withTypedText(state, "loanAmount", "$233,500");
  assert.equal(state.figures.loanAmount, 233_500);
  assert.equal(fieldText(state, "loanAmount"), "$233,500");
  assert.equal(fieldText(withBlur(state, "loanAmount"), "loanAmount"), "233,500");
});

Deno.test("out of range goes to the nearest end with a note; nonsense is undone, with a note; fractions are rounded", () => {
  const far = withBlur(withTypedText(startQuote(), "loanAmount", "5000000"), "loanAmount");
  assert.equal(far.figures.loanAmount, 1_000_000);
  assert.equal(far.notes.loanAmount, "From $25,000 to $1,000,000.");
  const comma = withBlur(withTypedText(startQuote(), "yearsOfEmployment", "2,5"), "yearsOfEmployment");
  assert.equal(comma.figures.yearsOfEmployment, 0, "not 25 years");
  assert.match(comma.notes.yearsOfEmployment ?? "", /^Enter a number\./);
  const words = withBlur(withTypedText(startQuote(), "loanAmount", "a lot"), "loanAmount");
  assert.deepEqual([fieldText(words, "loanAmount"), words.notes.loanAmount], [
    "100,000",
    "Enter a number. From $25,000 to $1,000,000.",
  ]);
  assert.equal(
    withBlur(withTypedText(startQuote(), "loanAmount", ""), "loanAmount").notes.loanAmount,
    words.notes.loanAmount,
  );
  assert.equal(
    withBlur(withTypedText(startQuote(), "loanAmount", "99999.6"), "loanAmount").figures.loanAmount,
    100_000,
  );
});

Deno.test("a broker's entries follow the sliders: income and years above their ends count as those or more", () => {
  const typed = (name: Figure, text: string) => {
    const state = withBlur(withTypedText(startQuote({ type: "second" }), name, text), name);
    return [state.figures[name], state.notes[name]];
  };
  assert.deepEqual(typed("existingFirstMtgAmt", "1,500,000"), [1_000_000, "From $0 to $1,000,000."]);
  assert.deepEqual(typed("existingFirstMtg", "9000"), [7_500, "From $0 to $7,500."]);
  assert.deepEqual(typed("householdIncome", "310,000"), [250_000, "Counts as $250,000 or more."]);
  assert.deepEqual(typed("yearsOfEmployment", "31"), [12, "Counts as 12 years or more."]);
  const asked = withAllBlurred(withTypedText(startQuote(), "householdIncome", "310,000"));
  assert.deepEqual([asked.wrong, asked.state.figures.householdIncome], [null, 250_000], "and stop nobody who asks");
  assert.equal(withAllBlurred(withTypedText(startQuote(), "existingFirstMtg", "9000")).wrong, "existingFirstMtg");
  const past = withSliderValue(startQuote({ type: "first" }), "ltv", 97);
  assert.equal(ltvOf(past), 85, "the needle may stand past its end, and is not set there");
});

Deno.test("a note is removed once the figures it is about have changed", () => {
  const noted = withBlur(withTypedText(startQuote({ type: "first" }), "ltv", "90"), "ltv");
  assert.equal(noted.notes.ltv, "From 0 to 85%.");
  const score = withBlur(withTypedText(noted, "creditScore", "900"), "creditScore");
  const before = { creditScore: "From 400 to 850." };
  assert.deepEqual(withTypedText(score, "loanAmount", "200000").notes, before, "another field's stays");
  assert.deepEqual(withSliderValue(score, "bridgeTerm", 90).notes, before);
  assert.deepEqual(withTypedText(score, "creditScore", "8").notes, {});
});

Deno.test("an LTV that sets the loan takes its note away, and what is half typed in its field", () => {
  const half = withTypedText(startQuote({ type: "first" }), "loanAmount", "abc"), noted = withBlur(half, "loanAmount");
  assert.equal(noted.notes.loanAmount, "Enter a number. From $25,000 to $1,000,000.");
  for (const state of [noted, half]) {
    const set = [
      withSliderValue(state, "ltv", 40),
      withStep(withSliderValue(state, "ltv", 39), "ltv", 1),
      withTypedText(state, "ltv", "40"),
      withBlur(withTypedText(state, "ltv", "39.6"), "ltv"),
    ];
    for (const after of set) {
      // A field that is left while the slider is held settles after it.
      const settled = withBlur(after, "loanAmount");
      assert.deepEqual([settled.notes, settled.figures.loanAmount], [{}, 200_000]);
      assert.equal(fieldText(settled, "loanAmount"), "200,000");
    }
    assert.deepEqual(withTypedText(state, "ltv", "x").notes, state.notes, "an LTV that sets nothing leaves it");
  }
});

Deno.test("another type makes another LTV, so the note of the old one goes", () => {
  const score = withBlur(withTypedText(second(), "creditScore", "900"), "creditScore");
  const noted = withBlur(withTypedText(score, "ltv", "90"), "ltv");
  assert.equal(noted.notes.ltv, "From 0 to 85%.");
  const first = withType(noted, "first");
  assert.deepEqual([first.type, first.notes], ["first", { creditScore: "From 400 to 850." }]);
});

Deno.test("a bridge's LTV leaves out the first that stays ahead of it, which is told apart", () => {
  const figures = { loanAmount: "100000", existingFirstMtgAmt: "400000" };
  const told = (["first", "second", "bridge"] as const).map((type) => {
    const state = startQuote({ type, ...figures });
    return [ltvOf(state), uncountedOf(state)];
  });
  assert.deepEqual(told, [[20, 0], [100, 0], [20, 400_000]]);
});

Deno.test("arrow keys step as the slider does, from odd figures to even ones, and stop at the ends", () => {
  const odd = withBlur(withTypedText(startQuote(), "loanAmount", "110000"), "loanAmount");
  assert.equal(withStep(odd, "loanAmount", 1).figures.loanAmount, 125_000);
  assert.equal(withStep(odd, "loanAmount", -1).figures.loanAmount, 100_000);
  assert.equal(withStep(startQuote(), "creditScore", -1).figures.creditScore, 400);
});

Deno.test("asking for a quote settles the field being typed and names the first invalid one", () => {
  const good = withAllBlurred(withTypedText(startQuote(), "creditScore", "700"));
  assert.deepEqual([good.wrong, good.state.figures.creditScore], [null, 700]);
  assert.equal(withAllBlurred(withTypedText(startQuote(), "creditScore", "2000")).wrong, "creditScore");
  assert.equal(
    withAllBlurred(withTypedText(startQuote(), "loanAmount", "100k")).wrong,
    "loanAmount",
    "nothing else is priced instead",
  );
  // A note that is only still shown stops nobody.
  const noted = withBlur(withTypedText(startQuote(), "creditScore", "2000"), "creditScore");
  assert.deepEqual([noted.notes.creditScore, withAllBlurred(noted).wrong], ["From 400 to 850.", null]);
});

Deno.test("a first mortgage is quoted without another first, and the LTV follows", () => {
  const input = quoteInput(second(), "first");
  assert.deepEqual([input.existingFirstMtgAmt, input.type], [0, "first"]);
  assert.equal(quoteInput(second(), "second").ltv, 67);
});

Deno.test("entries sent without script are shown again, normalised where possible", () => {
  const state = startQuote({ type: "bridge", loanAmount: "50000", creditScore: "9000" });
  assert.deepEqual([state.type, fieldText(state, "loanAmount"), fieldText(state, "creditScore")], [
    "bridge",
    "50,000",
    "9000",
  ]);
});
