import { getOwnFactor, type OwnFactor } from "../../lib/features/accounts/mod.ts";
import { SET_UP_PATH } from "../../lib/server/session/limited.ts";
import { page, type ViewProps } from "../../lib/server/page.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { BeginStep, CodesShown, ConfirmStep, IsOn } from "./_two_step_steps.tsx";

type Props = { factor: OwnFactor; limited: boolean };

/** /dashboard/secondfactor: sets two-step sign-in up, and turns it off. Plain forms: a page a step. */
export const secondFactorPage = page({
  path: SET_UP_PATH,
  permission: "signedIn",
  title: "Two-step sign-in",
  shell: "dashboard",
  load: async (ctx, { c }): Promise<Props> => ({
    factor: await getOwnFactor(ctx, c.get("deps").sessions.token(c) ?? ""),
    limited: c.get("signedIn")?.limited ?? false,
  }),
  // A sheet of recovery codes says whose they are.
  paper: ({ factor }) => [factor.username],
  view: (props) => (
    <div className="account">
      <Step {...props} />
    </div>
  ),
});

/** The codes that a call just made, where this page answers it. */
const codesOf = (result: unknown): string[] => (result as { codes?: string[] } | undefined)?.codes ?? [];

function Step({ factor, limited, form, query }: Props & ViewProps) {
  const codes = codesOf(form?.answer);
  if (codes.length > 0) return <CodesShown codes={codes} />;
  const { begun, since, away } = factor;
  const error = form?.errors.password ?? form?.errors.code ?? form?.reason;
  if (since !== null) {
    return <IsOn {...factor} since={since} error={error} of={form?.errors.password && form.values.of} />;
  }
  if (away !== null) {
    return (
      <Notice icon="lock">
        {away === "off"
          ? "The portal’s operator has turned two-step sign-in off."
          : "Two-step sign-in needs a key first. Ask the portal’s operator to set SECOND_FACTOR_KEY."}
      </Notice>
    );
  }
  return (
    <>
      {limited && (
        <Notice icon="lock">
          An owner requires two-step sign-in of all staff. Set it up now; then you go on to the portal.
        </Notice>
      )}
      {begun && query.again === undefined && !form?.errors.password
        ? <ConfirmStep {...begun} error={error} />
        : <BeginStep error={error} later={!limited} />}
    </>
  );
}
