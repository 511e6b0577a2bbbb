/** Accounts whose person was erased (docs/decisions/personal-data.md): what stands in place of what named them. */

export const ERASED_HOST = "erased.invalid";

/** Username of an erased account; free of anybody's data. */
export const erasedUsername = (id: number): string => `erased-${id}`;
/** What stands for the address of who asked for an account and had none. */
export const ERASED_REQUEST = `erased@${ERASED_HOST}`;
/** An address to which nothing can be sent (RFC 2606). */
export const erasedEmail = (id: number): string => `${erasedUsername(id)}@${ERASED_HOST}`;
/** Why a username or an address may not be taken: it would pass for an erased person's. */
export const RESERVED = {
  username: "Names that begin with erased- are kept for erased accounts. Choose another.",
  email: `Addresses at ${ERASED_HOST} are kept for erased accounts. Enter another.`,
} as const;
/** True for what an erased account would be called; its own account may keep its name. */
export const isReservedUsername = (username: string, id = 0): boolean =>
  /^erased-\d+$/i.test(username.trim()) && username.trim().toLowerCase() !== erasedUsername(id);
export const isReservedEmail = (email: string, id = 0): boolean =>
  email.trim().toLowerCase().endsWith(`@${ERASED_HOST}`) && email.trim().toLowerCase() !== erasedEmail(id);
export const isErased = ({ email }: { email: string }): boolean => email.endsWith(`@${ERASED_HOST}`);
/** The name of who brought no loan. */
export const ERASED_NAME = "Erased person";

/** What no row of the audit trail says of an erased person any more: it is null there. `to` is a mail's address. */
export const ERASED_FIELDS = ["email", "phone", "username", "wantedUsername", "notes", "query", "to"] as const;
/** The same where they brought no loan: else who brought it is its record. */
export const ERASED_NAMES = ["name", "brokerage", "brokerageLicense", "license"] as const;
/** The same of rows that are filed under an address: a mail service's reason often names it. */
export const UNLISTED_FIELDS = ["email", "reason"] as const;
