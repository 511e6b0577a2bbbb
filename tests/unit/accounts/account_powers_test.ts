/** What is said of a change that nobody makes to themselves (docs/decisions/account-powers.md). */
import assert from "node:assert/strict";
import { accountChangeProblem, type AccountStanding } from "../../../lib/domain/accounts/account_values.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";

const OWN: Record<string, (self: AccountStanding) => Pick<AccountStanding, "role" | "status"> | null> = {
  delete: () => null,
  "change the role": ({ status }) => ({ role: ROLE.broker, status }),
  disable: ({ role }) => ({ role, status: 0 }),
};

for (const [act, change] of Object.entries(OWN)) {
  Deno.test(`to ${act} oneself is refused with whom to ask, who may do it`, () => {
    const said = (role: number, otherOwners: number) => {
      const self = { id: 1, role, status: 1 };
      return accountChangeProblem({ ...self, name: "Me" }, self, change(self), otherOwners)!;
    };
    assert.match(said(ROLE.administrator, 1), /your own .*\. Ask another administrator or an owner to do it\.$/);
    assert.match(said(ROLE.owner, 1), /your own .*\. Ask another owner to do it\.$/);
    assert.match(
      said(ROLE.owner, 0),
      /your own .*\. You are the only enabled owner: make somebody else an owner first/,
    );
  });
}
