/** Who may do what. The one place that knows role numbers' powers (specification of accounts, section 6). */

export const ROLE = { broker: 0, administrator: 9, owner: 99 } as const;

/** The person who acts: what rules need of an account, and nothing private. */
export interface Actor {
  id: number;
  role: number;
  name: string;
}

/** What a call or a page asks for. `public` is anybody, `signedIn` any account, of an unknown role too. */
export type Permission =
  | "public"
  | "signedIn"
  | "useDashboard"
  | "submitLoan"
  | "completeConditions"
  | "manageLoans"
  | "manageBrokers"
  | "manageSettings";

const isStaff = (role: number) => role === ROLE.administrator || role === ROLE.owner;

const ALLOWED: Record<Permission, (actor: Actor | null) => boolean> = {
  public: () => true,
  signedIn: (a) => a !== null,
  useDashboard: (a) => a !== null && (a.role === ROLE.broker || isStaff(a.role)),
  submitLoan: (a) => a !== null && (a.role === ROLE.broker || isStaff(a.role)),
  completeConditions: (a) => a !== null && (a.role === ROLE.broker || isStaff(a.role)),
  manageLoans: (a) => a !== null && isStaff(a.role),
  manageBrokers: (a) => a !== null && isStaff(a.role),
  manageSettings: (a) => a !== null && isStaff(a.role),
};

export const PERMISSIONS = Object.keys(ALLOWED) as Permission[];

/** May `actor` (null: signed out) do what `permission` stands for? */
export function allows(actor: Actor | null, permission: Permission): boolean {
  return ALLOWED[permission](actor);
}

/** Administrators and owners: they see every loan. */
export function isAdministrator(actor: Actor | null): boolean {
  return actor !== null && isStaff(actor.role);
}

/**
 * May `actor` create, edit or delete an account of role `target`, or give somebody that role?
 * An administrator never touches an owner and never makes one (decisions, "Sign-in").
 */
export function mayManageRole(actor: Actor, target: number): boolean {
  return actor.role === ROLE.owner || (actor.role === ROLE.administrator && target !== ROLE.owner);
}
