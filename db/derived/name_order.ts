/**
 * Names in the order of a person's alphabet: Émilie stands before Zoe, as the search finds her by `emilie`. SQLite's
 * `nocase` knows the letters of ASCII alone, and libSQL takes no function of ours.
 */
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { folded } from "../../lib/domain/folded.ts";

/**
 * Letters with an accent that names have here, by the letter that they sort as, and the accents that follow a letter:
 * those that the search folds. Few, since a libSQL server parses them at each visit.
 */
const FOLDS = [
  ..."ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ",
  ..."ĂăĄąĆćČčĎďĐđĘęĚěĞğİŁłŃńŇňŐőŘřŚśŞşŠšŢţŤťŮůŰűØøŹźŻżŽž",
  ..."\u0300\u0301\u0302\u0303\u0308\u030a\u030c\u0327\u0328",
].map((letter) => [letter, folded(letter)]).filter(([, plain]) => /^[a-z]?$/.test(plain));

/** Calls within each other: the parser has a stack of 100, which 28 of them fill, and queries stand around them. */
const NESTED = 14;
const STEPS = Array.from(
  { length: Math.ceil(FOLDS.length / NESTED) },
  (_, i) => FOLDS.slice(i * NESTED).slice(0, NESTED),
);

/** Each step reads the one before, so that none stands within another. */
const REPLACED = STEPS.map((step, i) => {
  const call = "replace(".repeat(step.length) + "t" + step.map(([from, to]) => `, '${from}', '${to}')`).join("");
  return `s${i + 1}(t) as (select ${call} from s${i})`;
}).join(", ");
const OPENING = "with s0(t) as (select ", CLOSING = `), ${REPLACED} select t from s${STEPS.length}`;

/** A name without its accents, for a trigger; one of ASCII alone as it is. */
export const plainName = (name: string): string =>
  `case when ${name} glob '*[^ -~]*' then (${OPENING}${name}${CLOSING}) else ${name} end`;

/** What a query sorts by for the order of a column's names; those of ASCII alone are compared as they are. */
export const nameOrder = (name: SQLWrapper): SQL<string> =>
  sql`case when ${name} glob '*[^ -~]*' then (${sql.raw(OPENING)}${name}${sql.raw(CLOSING)}) else ${name} end
    collate nocase`;
