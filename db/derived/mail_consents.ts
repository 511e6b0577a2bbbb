/** The log of consent only grows: the law asks the sender to prove what was said. */
import { type Derived, trigger } from "./objects.ts";

const refuse = (what: string): string => `SELECT RAISE(ABORT, 'rows of consent are never ${what}')`;

export const mailConsentsGuard: Derived = {
  triggers: [
    trigger("mail_consents_no_update", "BEFORE UPDATE ON mail_consents", [refuse("changed")]),
    trigger("mail_consents_no_delete", "BEFORE DELETE ON mail_consents", [refuse("removed")]),
  ],
};
