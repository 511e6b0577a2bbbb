/** What the keyboard shortcuts of pages have in common. */

const TYPED = "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range]), select, textarea";

/** Whether keys are meant for a field: somebody types there, chooses, or edits text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED));
