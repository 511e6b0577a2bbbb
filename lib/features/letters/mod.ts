/** The public face of the feature letters: what routes and the server's tasks use of it. */
export { acceptLetter } from "./accept_letter.ts";
export { generateLetter } from "./generate_letter.ts";
export { type EnclosureView, getEnclosure, printEnclosure } from "./get_enclosure.ts";
export { getLetter, type LetterView } from "./get_letter.ts";
export { getPayout, type PayoutView, printPayout } from "./get_payout.ts";
export { getSchedule, printSchedule, type ScheduleView } from "./get_schedule.ts";
export { saveLetter } from "./save_letter.ts";
