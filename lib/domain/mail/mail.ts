/** The mails the portal sends by itself, and what each one needs to be written. */

export interface MailProps {
  /** Six digits for a new browser; ten minutes. */
  deviceCode: { name: string; code: string };
  /** Names the username too: there is no other way to be told a forgotten one. */
  recovery: { name: string; username: string; link: string };
  /** To the new address: the link that confirms it. */
  emailChange: { name: string; newEmail: string; link: string };
  /** To the old address: a notice that a change was asked for; the link asks for a new password. */
  emailChangeNotice: { name: string; newEmail: string; link: string };
  requestReceived: { name: string };
  /** To an address that has an account already, when somebody asks for another one with it. */
  requestExists: { name: string; link: string };
  /** To the lender: somebody asks for an account. */
  requestPending: { name: string; brokerage: string; license: string; link: string };
  accountReady: { name: string; username: string; link: string };
  contact: { name: string; email: string; msg: string };
  /** To the lender: a loan came in. */
  loanSubmitted: {
    clientCode: string;
    client: string;
    broker: string;
    amount: number;
    type: string;
    likelihood: string;
    link: string;
  };
  /** To a partner: a deal to look at. `facts` are labels and values. */
  dealShared: { deal: string; facts: [label: string, value: string][] };
  /** To the broker: what completed a condition was not enough, and why. */
  conditionReturned: {
    name: string;
    clientCode: string;
    client: string;
    title: string;
    reason: string;
    link: string;
  };
  /** To the broker: we have the application. */
  loanReceived: { name: string; clientCode: string; client: string; link: string };
}

export type MailKind = keyof MailProps;
