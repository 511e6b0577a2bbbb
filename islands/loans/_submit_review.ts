/** What a review shows, and what follows it: loaded with its answer. */
export { Summary } from "./_submit_summary.tsx";
export { ThankYou } from "./_submit_thanks.tsx";
