/** The picture, a link, or the link that only machines see. */
export const TOKEN_KINDS = ["pixel", "link", "trap"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A request for a mail's picture or one of its links, as the server saw it. */
export interface TrackedHit {
  token: string;
  /** In milliseconds. */
  at: number;
  method: string;
  userAgent: string;
  /** The client's network address. */
  address: string;
  /** What the token stands for, where that was read before the hit is stored. */
  known?: TrackedToken;
}

interface AnyToken {
  kind: TokenKind;
  /** Where it leads; empty for a picture. */
  link: string;
  /** When the mail left, in milliseconds; null before. */
  sentAt: number | null;
}

/** A token in a recipient's mail of a run. */
export interface RunToken extends AnyToken {
  emailId: number;
  sentId: number;
  accountId: number | null;
  email: string;
}

/** A token in a mail about a loan. */
export interface LoanMailToken extends AnyToken {
  mailId: number;
}

export type TrackedToken = RunToken | LoanMailToken;

/** Where a network address is, in English; each empty where that is not known. */
export interface Located {
  country: string;
  region: string;
  city: string;
}
