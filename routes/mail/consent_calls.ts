/** The calls on consent to commercial mail (docs/decisions/mail-consent.md). */
import { CONSENT_RECORDED } from "../../lib/domain/mail/consent.ts";
import { recordConsent, writeConsentFile } from "../../lib/features/mail/mod.ts";
import { ConsentFileInput, RecordConsentInput } from "../../lib/schemas/mail/consent.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { sendCsv } from "../../lib/server/send_csv.ts";
import { accountPage } from "../brokers/account.tsx";

/** POST /api/loans/recordconsent: what a broker said about mail, how, and on which day. Adds a row; none is changed. */
const recordConsentCall = call({
  method: "POST",
  path: "/api/loans/recordconsent",
  permission: "manageBrokers",
  input: RecordConsentInput,
  run: async (ctx, input) => {
    await recordConsent(ctx, input);
    return {};
  },
  form: {
    page: accountPage,
    done: (_, { id }) => ({ to: `/dashboard/viewbroker?id=${id}#consent`, toast: CONSENT_RECORDED }),
  },
});

/** GET /api/loans/consentfile: every broker's consent as CSV, or of those of one standing. */
const consentFileCall = call({
  method: "GET",
  path: "/api/loans/consentfile",
  permission: "manageBrokers",
  input: ConsentFileInput,
  run: writeConsentFile,
  reply: sendCsv,
});

export const consentCalls: readonly Call[] = [recordConsentCall, consentFileCall];
