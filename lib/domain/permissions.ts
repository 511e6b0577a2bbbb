/** Who may do what: the only place that gives role numbers a meaning (accounts specification 6). */

export const ROLE = { broker: 0, administrator: 9, owner: 99 } as const;

/** The role of an account while its session may do nothing but set up a second factor. */
export const NO_ROLE = -1;

/** The acting account, without private data. */
export interface Actor {
  id: number;
  role: number;
  name: string;
}

/**
 * The permission that a call or page requires. `public` is anybody, `signedIn` any account, even with an unknown role.
 */
export type Permission =
  | "public"
  | "signedIn"
  | "useDashboard"
  | "submitLoan"
  | "completeConditions"
  | "manageLoans"
  | "manageBrokers"
  | "manageSettings"
  | "manageOutbox"
  | "operatePortal"
  | "manageSecurity";

/** True for the roles of administrators and owners. */
export const isStaff = (role: number): boolean => role === ROLE.administrator || role === ROLE.owner;

const ALLOWED: Record<Permission, (actor: Actor | null) => boolean> = {
  public: () => true,
  signedIn: (a) => a !== null,
  useDashboard: (a) => a !== null && (a.role === ROLE.broker || isStaff(a.role)),
  submitLoan: (a) => a !== null && (a.role === ROLE.broker || isStaff(a.role)),
  completeConditions: (a) => a !== null && (a.role === ROLE.broker || isStaff(a.role)),
  manageLoans: (a) => a !== null && isStaff(a.role),
  manageBrokers: (a) => a !== null && isStaff(a.role),
  manageSettings: (a) => a !== null && isStaff(a.role),
  manageOutbox: (a) => a?.role === ROLE.owner,
  operatePortal: (a) => a?.role === ROLE.owner,
  manageSecurity: (a) => a?.role === ROLE.owner,
};

export const PERMISSIONS = Object.keys(ALLOWED) as Permission[];

/** True where `actor` (null: signed out) has `permission`. */
export function allows(actor: Actor | null, permission: Permission): boolean {
  return ALLOWED[permission](actor);
}

/** True for administrators and owners, who see every loan. */
export function isAdministrator(actor: Actor | null): boolean {
  return actor !== null && isStaff(actor.role);
}

/**
 * True where `actor` may create, edit or delete an account of role `target`, or give that role to an account. An
 * administrator cannot touch or create an owner (docs/decisions/account-powers.md).
 */
export function mayManageRole(actor: Actor, target: number): boolean {
  return actor.role === ROLE.owner || (actor.role === ROLE.administrator && target !== ROLE.owner);
}
