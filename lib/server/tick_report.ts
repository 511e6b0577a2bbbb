/** What a round did. */
export interface TickReport {
  /** Names of the jobs whose turn it was. */
  ran: string[];
  failed: string[];
  /** Events handed on, and mails that left. */
  events: number;
  mails: number;
  /** The time ran out before everything was done: the next round goes on. */
  more: boolean;
}
