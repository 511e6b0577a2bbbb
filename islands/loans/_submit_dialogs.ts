/** The dialog of a review: the form opens it, and a script that comes with the answer fills it. */
export const SUMMARY = "summary";
