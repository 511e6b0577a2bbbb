/** What verbs receive besides the database: clock, files, mail, settings. The server implements these interfaces. */
import type { DocumentReading } from "./documents/read_document.ts";
import type { Lender } from "./lender.ts";
import type { RegisteredLicence } from "./accounts/licence.ts";
import type { StoredDocuments } from "./settings/stored_documents.ts";
import type { EventType } from "./events.ts";
import type { LinkResponse } from "./mail/link_check.ts";
import type { MailText } from "./mail/mail.ts";
import type { Actor } from "./permissions.ts";
import type { MapServices } from "./places/map_services.ts";
import type { Originator } from "./servicing/cpa005.ts";
import type { PrintDocument } from "./print/document.ts";
import type { Located, TrackedHit } from "./tracking/hit.ts";

/** File storage by generated ids: a local folder or S3-compatible storage. */
export interface FileStore {
  /** Stores the file at `path` under `id`, atomically. */
  putFile(id: string, path: string): Promise<void>;
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null where nothing is stored under `id`. */
  open(id: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  remove(id: string): Promise<void>;
  /** The ids of what was stored before an instant (milliseconds) and begins so, in lists of at most a thousand. */
  list(before: number, begin?: string): AsyncIterable<string[]>;
  /** Removes what interrupted writes left before an instant, in milliseconds. */
  removeUnfinished(before: number): Promise<void>;
}

/** The result of reading a document: its fields, and a sentence where it could not be read completely. */
export interface ReadOutcome {
  reading: DocumentReading;
  note: string | null;
}

/** Reads documents in a worker, within limits of time, pages and memory. */
export interface DocumentReader {
  /** Reads the PDF at `path` in the account's turn; never throws for its content. Calls `onPage` before each page. */
  read(path: string, accountId: number, onPage?: (page: number, of: number) => void): Promise<ReadOutcome>;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** The settings and scoring configuration in force, with the versions that a scored loan records. */
export interface LendingSnapshot {
  settings: StoredDocuments["settings"];
  settingsVersionId: number;
  config: StoredDocuments["config"];
  configVersionId: number;
}

/** Facts of this installation. */
export interface Site {
  publicUrl: string;
  lender: Lender;
  /** Whom mails come from: a name and an address, as `Name <mail@example.com>`. */
  mailFrom: string;
  deviceVerification: boolean;
  /** Second factors are asked for. */
  secondFactor: boolean;
  licenceLookupUrl: string;
  maps: MapServices;
  /** How the lender's bank knows the lender; null where that is not set up. */
  originator: Originator | null;
  /** The least number of the next file for the bank. */
  eftNextNumber: number;
  /** Months after which the addresses of opens and clicks are cut to their network. */
  ipKeptMonths: number;
  /** The licence in the operator's register; null: not listed; undefined: no register loaded. */
  registeredLicence(license: string): RegisteredLicence | null | undefined;
  /**
   * Licence numbers of the register by class, in the order of the classes' names; empty where no register is loaded.
   */
  licencesByClass: ReadonlyMap<string, readonly string[]>;
}

/** Renders documents as PDF in a worker. */
export interface PdfPrinter {
  make(document: PrintDocument): Promise<Uint8Array<ArrayBuffer>>;
}

/** Backups that the portal makes by itself. */
export interface Backups {
  /** The name of their place, without its key. */
  place: string;
  /** How often, in milliseconds. */
  everyMs: number;
  /**
   * The newest complete backup's instant in milliseconds; null for none, undefined before the first look. With `now` it
   * is looked up again for the next call, once a minute at most: a backup may be made beside the portal.
   */
  last(now?: number): number | null | undefined;
  /** The instant of the newest one there, of whatever key and whole or not; as `last` looked it up last. */
  there(): number | null | undefined;
  /** Objects of earlier backups that the newest one found damaged and could not store anew, as looked up last. */
  damagedObjects(): number;
  /** Files that the newest one lacks, as the storage had lost or damaged them; as looked up last. */
  missingFiles(): number;
  /** Looks the newest one up that was made by `now` (milliseconds). */
  look(now: number): Promise<number | null>;
  /**
   * Makes a backup as of `now` (milliseconds) off the event loop, and removes old ones. Throws where it is incomplete,
   * and where something of it or of earlier ones is damaged.
   */
  make(now: number): Promise<void>;
  /**
   * Ends what is under way, for a portal that stops: it rejects, as what is asked later does, and is made by the next
   * start.
   */
  stop(): void;
  stopped(): boolean;
}

/** What this process remembers of itself, for owners. Instants and durations in milliseconds. */
export interface PortalState {
  startedAt: number;
  /** Without secrets: what kind of database, storage and mail service this is. */
  database: string;
  storage: string;
  mail: string;
  /** Every scheduled job, with its last turn and its last one without failure in this process, if there was one. */
  jobs(): {
    name: string;
    everyMs: number;
    ranAt: number | null;
    succeededAt: number | null;
    tookMs: number;
    failure: string;
    /** When the turn began that is under way in this process. */
    runsSince: number | null;
  }[];
  /** Errors of the last 24 hours, the newest first; of many the newest. */
  errors(): { at: number; id: string; what: string; path: string; reason: string }[];
}

/** Signs and verifies short tokens with the server's own key. */
export interface Signer {
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/** Seals what is read again but must not be readable in a copy of the database. */
export interface Sealer {
  /** `name` says what it is: under another name it does not open. */
  seal(name: string, text: string): string;
  /** Null where it was sealed with another key or under another name. */
  open(name: string, sealed: string): string | null;
}

/** Seals bank details with the installation's key. `party` says whose they are: under another name they do not open. */
export interface Vault {
  /** Identifies the present key. */
  mark: string;
  /** The mark of the key before, where that is set. */
  oldMark: string | null;
  seal(party: string, text: string): Promise<string>;
  /** Null where neither the present key nor the one before sealed it. Throws where it was changed. */
  open(party: string, of: { sealed: string; keyMark: string }): Promise<string | null>;
}

/** Slow password hashing, with limited concurrency. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for a missing hash as for a wrong password, so that timing reveals no account. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

/** Counters of requests that this process keeps in memory. */
export interface WindowCounter {
  /** Counts one more of `key`, in a window of `windowMs` from its first; all in milliseconds. */
  count(key: string, windowMs: number, now: number): Readonly<{ count: number; resetsAt: number }>;
}

/** Long computations in this process, one at a time. */
export interface NewestOnly {
  /** Runs `work` for an account. `isSuperseded` is true once the same account has started newer work. */
  run<T>(accountId: number, work: (isSuperseded: () => boolean) => Promise<T>): Promise<T>;
}

/** Requests for the pictures and links of mails, on their way into the database. */
export interface TrackedHits {
  /**
   * Stores it within a second; lost where the process is killed before. A promise of that where too many wait already.
   */
  add(hit: TrackedHit): Promise<void> | undefined;
  /** Resolves once it is stored. */
  write(hit: TrackedHit): Promise<void>;
}

/** Asks the site of a well-formed web address; never one inside our own network. */
export type LinkChecker = (link: string) => Promise<LinkResponse>;

export interface Ports {
  /** The acting account; null when signed out. */
  actor: Actor | null;
  /** The current time in milliseconds; verbs use no other clock. */
  now: number;
  /** The client's network address. */
  address: string;
  requestId: string;
  site: Site;
  lending(): LendingSnapshot;
  /** Reloads the newest settings and configuration after a save. */
  refreshLending(): Promise<void>;
  files: FileStore;
  /** Null where no place for backups is set, or the database is a server with its own. */
  backups: Backups | null;
  portal: PortalState;
  documents: DocumentReader;
  mail: {
    render(mail: MailText): RenderedMail;
    /** A text with formatting without anything that it may not have; a plain one as it is. */
    tidy(body: string): Promise<string>;
    /** Wakes the worker: there are mails to send. */
    wake(): void;
    /** A mail service is set up; without one mails stay in the outbox. */
    leaves: boolean;
  };
  events: {
    /** The names of the consumers that handle events of this type. */
    consumersOf(type: EventType): readonly string[];
    /** Wakes the consumers: there are events. */
    wake(): void;
  };
  pdf: PdfPrinter;
  /** Null where no key is set: then no bank details can be kept. */
  vault: Vault | null;
  passwords: Passwords;
  windowCounter: WindowCounter;
  previews: NewestOnly;
  signer: Signer;
  /** Null where the operator has to set a key first. */
  sealer: Sealer | null;
  hits: TrackedHits;
  checkLink: LinkChecker;
  /** Where a network address is; empty texts where that is not known. */
  locate(address: string): Located;
}
