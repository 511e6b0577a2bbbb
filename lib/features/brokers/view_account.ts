import type { Context } from "../../../db/mod.ts";
import { accountChangeProblem, rolesToGive } from "../../domain/accounts/account_values.ts";
import { getUser } from "./get_user.ts";
import { listBrokerLoans } from "./list_broker_loans.ts";
import { otherOwners } from "./_guard.ts";
import { licenceOfAccountIsHeld, standingOf } from "./validate_broker.ts";

/**
 * An account for its page: loans, licence, and the actor's rights. `keep` says why it cannot be deleted, null where it
 * can; `locked` means that it cannot be changed. Throws not-found.
 */
export async function viewAccount(ctx: Context, { id, page }: { id: number; page: number }) {
  const actor = ctx.actor!;
  const [account, loans, owners, isHeld] = await Promise.all([
    getUser(ctx, { id }),
    listBrokerLoans(ctx, { id, page }),
    otherOwners(ctx.db, id),
    licenceOfAccountIsHeld(ctx.db, id),
  ]);
  const keep = loans.found > 0
    ? "An account with loans is kept with their records. Set its status to Disabled instead."
    : accountChangeProblem(actor, account, null, owners);
  return {
    account,
    loans,
    licence: standingOf(ctx, account.license, isHeld),
    own: actor.id === id,
    keep,
    locked: accountChangeProblem(actor, account, account, owners) !== null,
    roles: rolesToGive(actor),
  };
}
