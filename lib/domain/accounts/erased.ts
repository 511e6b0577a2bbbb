/** Accounts whose person was erased (docs/decisions/personal-data.md): what stands in place of what named them. */

const HOST = "erased.invalid";

/** Username of an erased account; free of anybody's data. */
export const erasedUsername = (id: number): string => `erased-${id}`;
/** An address to which nothing can be sent (RFC 2606). */
export const erasedEmail = (id: number): string => `${erasedUsername(id)}@${HOST}`;
export const isErased = ({ email }: { email: string }): boolean => email.endsWith(`@${HOST}`);
/** The name of who brought no loan. */
export const ERASED_NAME = "Erased person";
