import { LoginForm } from "../../islands/accounts/LoginForm.tsx";
import { DEAD_LINK } from "../../lib/domain/accounts/account_rules.ts";
import { isDead } from "../../lib/domain/accounts/dead_codes.ts";
import { CHANGE_PASSWORD_PATH, safeNext, withNext } from "../../lib/domain/accounts/next_path.ts";
import { takeFlash } from "../../lib/server/flash.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, Redirect, type ViewProps } from "../../lib/server/page.tsx";
import { CodeField, DEVICE_QUESTION, FactorField, RecoverField } from "../../lib/ui/accounts/sign_in_fields.tsx";
import { Notice } from "../../lib/ui/notice.tsx";

/**
 * /login: the form, and without script its two dialogs as pages. Redirects signed-in people; mails link to `?forgot=1`
 * for a new password, so those who are signed in are led to where their account offers one.
 */
export const loginPage = page({
  path: "/login",
  permission: "public",
  title: "Login",
  description: "Brokers sign in here to submit loans and to complete their conditions.",
  shell: "public",
  load(ctx, { query, c }) {
    if (ctx.actor) throw new Redirect(query.forgot ? CHANGE_PASSWORD_PATH : safeNext(query.next) ?? "/dashboard/loans");
    return { why: takeFlash(c, "bad")?.text ?? "" };
  },
  view: (props) => (
    <div className="narrow">
      <Step {...props} />
    </div>
  ),
});

/** `why` is the reason for which somebody was led here, else empty. */
function Step(props: ViewProps & { why: string }) {
  const { form, query, why } = props;
  const next = safeNext(form?.values.next ?? query.next);
  const deviceId = form?.values.deviceId ?? query.device;
  const factorId = form?.values.factorId ?? query.factor;
  if (factorId) return <FactorStep factorId={factorId} next={next} form={form} />;
  if (deviceId) return <DeviceStep deviceId={deviceId} next={next} form={form} />;
  if (form?.values.email !== undefined || query.forgot) return <ForgotStep form={form} />;
  return (
    <>
      <h1>Login</h1>
      {why && (
        <Notice band="red">
          {why} {why === DEAD_LINK && <a href="/login?forgot=1">Ask for a new one</a>}
        </Notice>
      )}
      <Island of={LoginForm} next={next} userName={form?.values.userName ?? ""} error={form?.reason ?? null} />
      <hr />
      <p className="mute">
        No account yet? <a href="/register">Ask for one</a>. We verify every licence before an account opens.
      </p>
    </>
  );
}

function ForgotStep({ form }: Pick<ViewProps, "form">) {
  return (
    <>
      <h1>Reset your password</h1>
      <form className="stack" method="post" action="/api/auth/recoverAccount" noValidate>
        <RecoverField id="email" value={form?.values.email} error={form?.errors.email ?? form?.reason} focus />
        <button className="btn primary wide" type="submit">Send the link</button>
      </form>
      <p>
        <a href="/login">Back to login</a>
      </p>
    </>
  );
}

function DeviceStep(props: { deviceId: string; next: string | null } & Pick<ViewProps, "form">) {
  const { deviceId, next, form } = props;
  const error = form?.errors.code ?? form?.reason;
  const again = withNext("/login", next);
  if (isDead(error)) return <DeadStep title="Is this you?" error={error} to={again} label="Login for a new code" />;
  return (
    <>
      <h1>Is this you?</h1>
      <Notice icon="mail">{DEVICE_QUESTION}</Notice>
      <form className="stack" method="post" action="/api/auth/activateDevice" noValidate>
        <input type="hidden" name="deviceId" value={deviceId} />
        <input type="hidden" name="next" value={next ?? ""} />
        <CodeField id="code" error={error} focus />
        <button className="btn primary wide" type="submit">Save this device</button>
      </form>
      <p>
        <a href={again}>Login again for a new code</a>
      </p>
    </>
  );
}

function FactorStep(props: { factorId: string; next: string | null } & Pick<ViewProps, "form">) {
  const { factorId, next, form } = props;
  const error = form?.errors.code ?? form?.reason;
  const again = withNext("/login", next);
  if (isDead(error)) return <DeadStep title="Your second step" error={error} to={again} label="Login again" />;
  return (
    <>
      <h1>Your second step</h1>
      <form className="stack" method="post" action="/api/auth/enterSecondFactor" noValidate>
        <input type="hidden" name="factorId" value={factorId} />
        <input type="hidden" name="next" value={next ?? ""} />
        <FactorField id="code" error={error} />
        <button className="btn primary wide" type="submit">Login</button>
      </form>
      <p className="mute">No recovery code left either? Ask an owner of the portal to reset your two-step sign-in.</p>
      <p>
        <a href={again}>Back to login</a>
      </p>
    </>
  );
}

/** In place of a step whose code no longer works: to type another leads nowhere, to begin again does. */
function DeadStep({ title, error, to, label }: { title: string; error?: string; to: string; label: string }) {
  return (
    <>
      <h1>{title}</h1>
      <Notice band="red" live>{error}</Notice>
      <a className="btn primary wide" href={to} autoFocus>{label}</a>
    </>
  );
}
