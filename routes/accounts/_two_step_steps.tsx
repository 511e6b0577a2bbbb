/** The steps of two-step sign-in's page. */
import type { ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import { inGroups } from "../../lib/domain/accounts/second_factor.ts";
import { SET_UP_PATH } from "../../lib/server/session/limited.ts";
import { QrCode } from "./_qr_code.tsx";
import { CodeField } from "../../lib/ui/accounts/sign_in_fields.tsx";
import { PASSWORD_MAX } from "../../lib/domain/accounts/account_rules.ts";
import { PasswordField } from "../../lib/ui/field.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Tag } from "../../lib/ui/states.tsx";

const OwnPassword = ({ id, error }: { id: string; error?: string }): ReactNode => (
  <PasswordField
    id={id}
    label="Your password"
    name="password"
    autoComplete="current-password"
    maxLength={PASSWORD_MAX}
    required
    autoFocus={error !== undefined}
    error={error}
  />
);

/** Asks for the password: an open browser may be used by somebody else. `later` offers the way back to the settings. */
export function BeginStep({ error, later }: { error?: string; later: boolean }): ReactNode {
  return (
    <form className="part" method="post" action="/api/auth/beginSecondFactor" noValidate>
      <header>
        <h2>A second step at sign-in</h2>
      </header>
      <div className="stack">
        <p>
          After your password the portal asks for a code that an authenticator app on your phone shows: Google
          Authenticator, Microsoft Authenticator, 1Password and others. A stolen password alone then opens nothing.
        </p>
        <div className="grid-fields">
          <OwnPassword id="begin-password" error={error} />
        </div>
      </div>
      <div className="btn-row">
        <button className="btn primary" type="submit">Set it up</button>
        {later && <a className="btn bare" href="/dashboard/accountsettings#two-step">Not now</a>}
      </div>
    </form>
  );
}

/** The secret as QR code and text, and the field for the app's first code. */
export function ConfirmStep(props: { secret: string; address: string; error?: string }): ReactNode {
  const { secret, address, error } = props;
  return (
    <section className="part" aria-labelledby="confirm-title">
      <header>
        <h2 id="confirm-title">Add the portal to your app</h2>
      </header>
      <ol className="stack">
        <li className="stack">
          <p>Scan this with your authenticator app. On this phone? Tap it.</p>
          <a href={address} aria-label="Open in your authenticator app">
            <QrCode text={address} />
          </a>
          <p className="hint">
            Or type this key into the app: <code>{inGroups(secret)}</code>
          </p>
        </li>
        <li>
          <form className="stack" method="post" action="/api/auth/confirmSecondFactor" noValidate>
            <CodeField id="first-code" label="The code that the app shows now" error={error} focus={!!error} />
            <div className="btn-row">
              <button className="btn primary" type="submit">Turn it on</button>
              <a className="btn bare" href={`${SET_UP_PATH}?again=1`}>Begin again</a>
            </div>
          </form>
        </li>
      </ol>
    </section>
  );
}

/** Ten recovery codes, which are never shown again. */
export function CodesShown({ codes }: { codes: readonly string[] }): ReactNode {
  return (
    <section className="part" aria-labelledby="codes-title">
      <header>
        <h2 id="codes-title">Keep your recovery codes</h2>
      </header>
      <div className="stack">
        <Notice band="yellow" live>
          Two-step sign-in is on. Print or copy these codes now: they are not shown again.
        </Notice>
        <p>Without your phone one of them signs you in, each once. Keep them where your phone is not.</p>
        <pre>{codes.join("\n")}</pre>
      </div>
      <div className="btn-row">
        <a className="btn primary" href="/dashboard">I kept them</a>
      </div>
    </section>
  );
}

/** It is on: new recovery codes, or off with it. `of` names the form that the error is of. */
export function IsOn(
  props: { since: number; codesLeft: number; codesMark: string; required: boolean; error?: string; of?: string },
): ReactNode {
  const { since, codesLeft, codesMark, required, error, of } = props;
  return (
    <>
      {error && !of && <Notice band="red">{error}</Notice>}
      <section className="part" aria-labelledby="on-title">
        <header>
          <h2 id="on-title">Two-step sign-in</h2>
        </header>
        <p>
          <Tag on>On</Tag> {`Since ${formatInstant(since)}. Each sign-in asks for a code from your app.`}
        </p>
      </section>
      <form
        className="part"
        method="post"
        action="/api/auth/renewRecoveryCodes"
        aria-labelledby="renew-title"
        noValidate
      >
        <input type="hidden" name="of" value="renew" />
        <input type="hidden" name="replaces" value={codesMark} />
        <header>
          <h2 id="renew-title">Recovery codes</h2>
        </header>
        <div className="stack">
          <p>{`You have ${codesLeft === 1 ? "one code" : `${codesLeft} codes`} left. New ones replace them.`}</p>
          <div className="grid-fields">
            <OwnPassword id="renew-password" error={of === "renew" ? error : undefined} />
          </div>
        </div>
        <div className="btn-row">
          <button className="btn" type="submit">Make new codes</button>
        </div>
      </form>
      <form className="part" method="post" action="/api/auth/removeSecondFactor" aria-labelledby="off-title" noValidate>
        <input type="hidden" name="of" value="off" />
        <header>
          <h2 id="off-title">Turn it off</h2>
        </header>
        {required ? <p>An owner requires it of all staff. For another phone, ask an owner to reset it.</p> : (
          <>
            <div className="stack">
              <p>Your password alone signs in then. Other browsers are signed out. For another app, set it up again.</p>
              <div className="grid-fields">
                <OwnPassword id="off-password" error={of === "off" ? error : undefined} />
              </div>
            </div>
            <div className="btn-row">
              <button className="btn risky" type="submit">Turn it off</button>
            </div>
          </>
        )}
      </form>
    </>
  );
}
