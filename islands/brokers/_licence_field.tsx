import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { isVerifiable, licenceLookupLink } from "../../lib/domain/accounts/licence.ts";
import type { LicenceStanding } from "../../lib/domain/accounts/licence_check.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { LicenceSentence } from "../../lib/ui/accounts/licence_mark.tsx";
import { Field, fieldControl } from "../../lib/ui/field.tsx";

/** Milliseconds without typing before the server checks it. */
const PAUSE_MS = 300;

/**
 * The licence field with a live check: unverified below 9 characters, else by the server. `accountId` is the account
 * that may have it; `lookup` builds the regulator's link; optional for staff.
 */
export function LicenceField(props: {
  start: string;
  standing: LicenceStanding | null;
  accountId: number | null;
  lookup: string;
  optional: boolean;
  error?: string;
}): ReactNode {
  const { start, accountId, lookup, optional, error } = props;
  const [license, setLicense] = useState(start);
  const [standing, setStanding] = useState<LicenceStanding | null | "asking">(props.standing);
  const shown = useRef(start);

  useEffect(() => {
    if (license === shown.current) return;
    shown.current = license;
    if (!isVerifiable(license)) return setStanding(null);
    setStanding("asking");
    const cancel = new AbortController();
    const timer = setTimeout(async () => {
      const question = { license, ...(accountId ? { id: accountId } : {}) };
      const result = await callApi<{ data: boolean } & Omit<LicenceStanding, "verified">>(
        "/api/auth/validateBroker",
        question,
      );
      if (cancel.signal.aborted) return;
      const known = result.response
        ? { verified: result.data, unchecked: result.unchecked, class: result.class, note: result.note }
        : null;
      setStanding(known);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [license]);

  const none = optional && license.trim() === "";
  return (
    <Field id="license" label="Licence number" note={optional ? "optional for staff" : undefined} error={error}>
      <input
        type="text"
        name="license"
        autoComplete="off"
        defaultValue={start}
        onInput={(event) => setLicense(event.currentTarget.value)}
        {...fieldControl({ id: "license", hint: true, error })}
      />
      <p className="licence-line" id="license-h">
        <span role="status">
          {standing === "asking" && <span className="mute">Checking</span>}
          {standing !== "asking" && !none && <LicenceSentence standing={standing} />}
        </span>
        {license.trim() !== "" && (
          <a href={licenceLookupLink(lookup, license)} target="_blank" rel="noreferrer">
            Look up <span className="visually-hidden">the licence at the regulator (opens in a new tab)</span>
            <Icon name="arrow-up-right" />
          </a>
        )}
      </p>
    </Field>
  );
}
