import type { ReactNode } from "react";
import { ConfirmForm } from "../../islands/shell/ConfirmForm.tsx";
import { isErased } from "../../lib/domain/accounts/erased.ts";
import { Island } from "../../lib/server/island.tsx";
import { Tag } from "../../lib/ui/states.tsx";

/** An account's personal data, for owners: all of it as a file, and its erasure. */
export function AccountPersonalData(
  props: { id: number; name: string; email: string; loans: number; own: boolean },
): ReactNode {
  const { id, name, email, loans, own } = props;
  const erased = isErased({ email });
  const stays = loans === 0
    ? "The empty account can be deleted then."
    : `${loans === 1 ? "The loan stays" : `The ${loans} loans stay`} with the name, as records of the lender must.`;
  return (
    <section className="part" id="personal-data" aria-labelledby="personal-data-title">
      <header>
        <h2 id="personal-data-title">Personal data</h2>
      </header>
      <div className="stack">
        <p>
          {erased
            ? (
              <>
                <Tag>Erased</Tag> What is left are records that the lender has to keep.
              </>
            )
            : "The zip has what is held of this person: account, requests, sign-ins, mail to each of their addresses, loans and conditions as JSON, and the files they uploaded. Passwords, codes, texts of mails and others’ data are not in it."}
        </p>
        <div className="btn-row">
          <form method="post" action="/api/auth/exportPersonalData">
            <input type="hidden" name="id" value={id} />
            <button className="btn" type="submit">Download as a zip</button>
          </form>
          {!erased && !own && (
            <Island
              of={ConfirmForm}
              action={`/api/auth/erasePersonalData?id=${id}`}
              fields={{ id: String(id) }}
              label="Erase"
              whose="personal data"
              question={`Erase what the portal knows of ${name}?`}
              more={`Email, phone, username, password, comment, draft, sign-ins, where mail was opened from, and what the account’s history says of them go at once, and the account is disabled. This cannot be undone. ${stays}`}
              yes="Erase it"
              done="Personal data erased"
              risky
            />
          )}
        </div>
      </div>
    </section>
  );
}
