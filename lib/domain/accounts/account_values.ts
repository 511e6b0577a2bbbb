/** Allowed values of account fields and their labels (accounts specification 3 and 9). */
import { type Actor, mayManageRole, ROLE } from "../permissions.ts";

export const RATINGS = ["green", "yellow", "red", "elite"] as const;
export type Rating = (typeof RATINGS)[number];

export const RATING_LABELS: Readonly<Record<Rating, string>> = {
  green: "Green",
  yellow: "Yellow",
  red: "Red",
  elite: "Elite",
};

/** Where lists sort by rating: the best is 1. */
export const RATING_RANKS: Readonly<Record<Rating, number>> = { elite: 1, green: 2, yellow: 3, red: 4 };

export const ROLES = [ROLE.broker, ROLE.administrator, ROLE.owner] as const;

const ROLE_LABELS: Readonly<Record<number, string>> = {
  [ROLE.broker]: "Broker",
  [ROLE.administrator]: "Admin",
  [ROLE.owner]: "Owner",
};

/** A role's label; Other for an unknown role. */
export const roleLabel = (role: number): string => ROLE_LABELS[role] ?? "Other";

/** True for brokers: only they need a licence. */
export const needsLicence = (role: number): boolean => role === ROLE.broker;

/** The roles that `actor` may give to an account. */
export const rolesToGive = (actor: Actor): number[] => ROLES.filter((role) => mayManageRole(actor, role));

/** What `mayManageRole` refuses: to change such an account, and to give such a role. */
export const CHANGED_BY_OWNERS = "Only an owner may change an owner's account. Ask an owner to do it.";
export const GIVEN_BY_OWNERS = "Only an owner may make somebody an owner. Choose another role.";

/** What a change of an account depends on. */
export interface AccountStanding {
  id: number;
  role: number;
  status: number;
}

/** Who may do what one cannot do to oneself: only an owner changes an owner. */
function whoElse(role: number, otherOwners: number): string {
  if (role !== ROLE.owner) return "Ask another administrator or an owner to do it.";
  if (otherOwners > 0) return "Ask another owner to do it.";
  return "You are the only enabled owner: make somebody else an owner first, and ask them to do it.";
}

/**
 * The reason why `actor` may not change `before` into `after` (null: delete it), or null. `otherOwners` counts the
 * other enabled owners (docs/decisions/account-powers.md).
 */
export function accountChangeProblem(
  actor: Actor,
  before: AccountStanding,
  after: Pick<AccountStanding, "role" | "status"> | null,
  otherOwners: number,
): string | null {
  if (!mayManageRole(actor, before.role)) return CHANGED_BY_OWNERS;
  if (after && !mayManageRole(actor, after.role)) return GIVEN_BY_OWNERS;
  if (actor.id === before.id) {
    const other = whoElse(before.role, otherOwners);
    if (!after) return `You cannot delete your own account. ${other}`;
    if (after.role !== before.role) return `You cannot change your own role. ${other}`;
    if (after.status !== before.status) return `You cannot disable your own account. ${other}`;
  }
  const wasOwner = before.role === ROLE.owner && before.status === 1;
  const staysOwner = after !== null && after.role === ROLE.owner && after.status === 1;
  if (wasOwner && !staysOwner && otherOwners === 0) {
    return "This is the last enabled owner. Make somebody else an owner first.";
  }
  return null;
}
