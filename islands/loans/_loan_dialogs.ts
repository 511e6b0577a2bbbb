/** The dialog of who holds which part of a loan: its menu opens it, and another script fills it. */
export const PARTICIPANTS_DIALOG = "participants";
