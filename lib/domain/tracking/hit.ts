/** A request for a mail's picture or one of its links, as the server saw it. */
export interface TrackedHit {
  token: string;
  /** In milliseconds. */
  at: number;
  method: string;
  userAgent: string;
  /** The client's network address. */
  address: string;
}

/** Where a network address is, in English; each empty where that is not known. */
export interface Located {
  country: string;
  region: string;
  city: string;
}
