/**
 * A ref for what has the focus where its dialog opens: react-dom leaves the attribute out of what it draws in the
 * browser, and the dialog would focus its close button.
 */
export const focused = (control: HTMLElement | null): void => void control?.toggleAttribute("autofocus", true);
