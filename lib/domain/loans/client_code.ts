/** Letters that NFD does not split into a base letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  Ø: "O",
  Ł: "L",
  Æ: "AE",
  Œ: "OE",
  Đ: "D",
  Ð: "D",
  Þ: "TH",
  İ: "I",
};

/** The letters for a name that has none: "loan". */
const NO_NAME = "LOA";

/**
 * The client code: the last name's first three letters in capitals, a dash and the loan number (`SMI-1042`). Drops
 * accents and punctuation; a shorter name gives fewer letters, a name without Latin letters `LOA`.
 */
export function clientCode(lastName: string, loanNumber: number): string {
  const letters = lastName.toUpperCase()
    .replace(/[^A-Z]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFD")
    .replace(/[^A-Z]/g, "")
    .slice(0, 3);
  return `${letters || NO_NAME}-${loanNumber}`;
}
