import type { ReactNode } from "react";
import { ConfirmForm } from "../../islands/shell/ConfirmForm.tsx";
import { roleLabel } from "../../lib/domain/accounts/account_values.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { listStaffFactors, type StaffFactors } from "../../lib/features/accounts/mod.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

/** What is said once it is required, and once it is not. */
export const REQUIRED = "Two-step sign-in is required of staff";
export const NOT_REQUIRED = "Two-step sign-in is everybody's choice";

/** /dashboard/staffsignin, for owners: who of the staff has two-step sign-in, and whether it is required. */
export const staffSignInPage = page({
  path: "/dashboard/staffsignin",
  permission: "manageSecurity",
  title: "Staff Sign-in",
  shell: "dashboard",
  load: async (ctx) => ({ ...await listStaffFactors(ctx), on: ctx.site.secondFactor, own: ctx.actor?.id }),
  view: ({ required, staff, on, own, form }) => (
    <div className="stack">
      {form && <Notice band="red" live>{form.reason}</Notice>}
      {!on && <Notice icon="lock">The portal’s operator has turned two-step sign-in off: nobody is asked.</Notice>}
      <Requirement
        required={required}
        without={staff.filter(({ since }) => since === null).length}
        mayRequire={staff.some(({ id, since }) => id === own && since !== null)}
      />
      <Staff staff={staff} />
    </div>
  ),
});

/** Whether it is required, and the button that changes it: an owner without one is led to their own first. */
function Requirement(
  { required, without, mayRequire }: { required: boolean; without: number; mayRequire: boolean },
): ReactNode {
  const who = without === 1 ? "One person has none yet" : `${without} people have none yet`;
  return (
    <section className="stack" aria-labelledby="required-title">
      <h2 id="required-title">Two-step sign-in of staff</h2>
      <p>
        <Tag on={required}>{required ? "Required" : "Everybody's choice"}</Tag> {required
          ? "Who has none sets it up at the next sign-in, and reaches nothing before."
          : "Administrators and owners may use it; each turns it on in the account settings."}
      </p>
      <div className="btn-row">
        {required
          ? (
            <Island
              of={ConfirmForm}
              action="/api/auth/requireSecondFactor"
              fields={{ required: "false" }}
              label="Require it no longer"
              question="Require it no longer?"
              more="Who has it keeps it. Who has none signs in with the password alone."
              yes="Require it no longer"
              done={NOT_REQUIRED}
            />
          )
          : !mayRequire
          ? (
            <>
              <a className="btn" href="/dashboard/accountsettings#two-step">Turn on your own</a>
              <span className="small mute">Then it can be required of all staff.</span>
            </>
          )
          : (
            <Island
              of={ConfirmForm}
              action="/api/auth/requireSecondFactor"
              fields={{ required: "true" }}
              label="Require it of all staff"
              question="Require it of all staff?"
              more={without === 0
                ? "Everybody has it already. New staff set it up at their first sign-in."
                : `${who}: they are signed out now, and set it up when they sign in again.`}
              yes="Require it"
              done={REQUIRED}
            />
          )}
      </div>
    </section>
  );
}

function Staff({ staff }: Pick<StaffFactors, "staff">): ReactNode {
  return (
    <DataTable
      caption="Staff, and since when each has two-step sign-in"
      folds
      className="no-pick"
      head={
        <tr role="row">
          <th scope="col" role="columnheader">Name</th>
          <th scope="col" role="columnheader">Two-step sign-in</th>
          <th scope="col" role="columnheader">Role</th>
        </tr>
      }
    >
      {staff.map(({ id, name, role, since }) => (
        <tr role="row" key={id}>
          <th role="rowheader" scope="row" className="row-title">
            <a href={`/dashboard/viewbroker?id=${id}`}>{name}</a>
          </th>
          <td role="cell" className="row-value">
            {since === null ? <span className="mute">None yet</span> : `Since ${formatInstant(since)}`}
          </td>
          <td role="cell" className="row-detail">{roleLabel(role)}</td>
        </tr>
      ))}
    </DataTable>
  );
}
