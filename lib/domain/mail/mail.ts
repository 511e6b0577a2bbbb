/** The mails the portal sends, with the data each one needs. */

export interface MailProps {
  /** Six digits for a new browser, valid for ten minutes. */
  deviceCode: { name: string; code: string };
  /** Includes the username, for people who forgot it. */
  recovery: { name: string; username: string; link: string };
  /** To the new address: the link that confirms it. */
  emailChange: { name: string; newEmail: string; link: string };
  /** To the old address: a notice of the change; the link starts a recovery. */
  emailChangeNotice: { name: string; newEmail: string; link: string };
  requestReceived: { name: string };
  /** To an address that already has an account, after a request for another one. */
  requestExists: { name: string; link: string };
  /** To the lender: a new account request. */
  requestPending: { name: string; brokerage: string; license: string; link: string };
  accountReady: { name: string; username: string; link: string };
  contact: { name: string; email: string; msg: string };
  /** To the lender: a new loan. */
  loanSubmitted: {
    clientCode: string;
    client: string;
    broker: string;
    amount: number;
    type: string;
    likelihood: string;
    link: string;
  };
  /** To a partner: a shared deal. `facts` are labels and values. */
  dealShared: { deal: string; facts: [label: string, value: string][] };
  /** To the broker: a condition was sent back, with the reason. */
  conditionReturned: {
    name: string;
    clientCode: string;
    client: string;
    title: string;
    reason: string;
    link: string;
  };
  /** To the broker: the application arrived. */
  loanReceived: { name: string; clientCode: string; client: string; link: string };
}

export type MailKind = keyof MailProps;
