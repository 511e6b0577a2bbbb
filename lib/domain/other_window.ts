/** Who saved last where that was the person themselves, in another window: read by the browser as well. */
export const OTHER_WINDOW = "Your other window";
