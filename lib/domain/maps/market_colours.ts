/** The five colours of a market on the map. Green, yellow and red belong to the loans' pins. */

/** From a strong market to a weak one; each is a step (`--m1` to `--m5` of the styles, both themes). */
export const COLOURS = ["Teal", "Mint", "Sand", "Mauve", "Plum"] as const;
export type MarketColour = (typeof COLOURS)[number];

/** What a colour says of a market. */
export const WORDS: Readonly<Record<MarketColour, string>> = {
  Teal: "Strong",
  Mint: "Firm",
  Sand: "Even",
  Mauve: "Soft",
  Plum: "Weak",
};

/** The colour's position, 1 to 5. */
export const stepOf = (colour: MarketColour): number => COLOURS.indexOf(colour) + 1;
