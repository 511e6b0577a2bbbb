/** Phone numbers of accounts and of applicants. */

export const PHONE_WRONG = "Enter a phone number, such as 905-555-0119.";

const EXTENSION = /(?:ext\.?|extension|x|#)\s*\d{1,6}$/i;

/** True for 7 to 15 digits with spaces, brackets, dots, slashes and dashes between them, and maybe an extension. */
export function isPhone(text: string): boolean {
  const number = text.trim().replace(EXTENSION, "");
  const digits = number.replace(/\D/g, "").length;
  return /^\+?[\d\s().\/\u2010-\u2015-]+$/.test(number) && digits >= 7 && digits <= 15;
}

/**
 * What is wrong with an applicant's phone number among entries, as problems of its field; an empty one is fine. Asked
 * by the server alone, so that the forms' scripts stay small.
 */
export function phoneProblems({ phone }: Readonly<{ phone?: unknown }>): { field: string; message: string }[] {
  const entry = String(phone ?? "").trim();
  return entry === "" || isPhone(entry) ? [] : [{ field: "phone", message: PHONE_WRONG }];
}
