/** What verbs are handed besides the database: clock, files, mail and settings, as interfaces. The server fills them in. */
import type { DocumentReading } from "./documents/read_document.ts";
import type { Lender } from "./lender.ts";
import type { RegisteredLicence } from "./accounts/licence.ts";
import type { FormConfig } from "./settings/form_config.ts";
import type { LendingSettings } from "./lending/settings.ts";
import type { MailProps } from "./mail/mail.ts";
import type { Actor } from "./permissions.ts";
import type { PrintDocument } from "./print/document.ts";

/** Where uploaded bytes live, under ids that we make. Two back ends: a local folder and S3-compatible storage. */
export interface FileStore {
  /** Stores the file at `path` under `id`, whole or not at all. */
  putFile(id: string, path: string): Promise<void>;
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null where there are none under this id. */
  open(id: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;
  remove(id: string): Promise<void>;
}

/** What became of reading a document: its fields, and a sentence where something kept it from being read whole. */
export interface ReadOutcome {
  reading: DocumentReading;
  note: string | null;
}

/** Reads documents apart from everything else, within limits of time, pages and memory. */
export interface DocumentReader {
  /** Reads the PDF at `path`; never throws for what is in it. `onPage` hears of each page that is begun. */
  read(path: string, onPage?: (page: number, of: number) => void): Promise<ReadOutcome>;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** The settings and the scoring configuration in force, with the versions that a scored loan remembers. */
export interface LendingSnapshot {
  settings: LendingSettings;
  settingsVersionId: number;
  config: FormConfig;
  configVersionId: number;
}

/** Facts of this installation. */
export interface Site {
  publicUrl: string;
  lender: Lender;
  deviceVerification: boolean;
  licenceLookupUrl: string;
  /** A licence as the operator's register lists it; null: not listed; undefined: no register was loaded. */
  registeredLicence(license: string): RegisteredLicence | null | undefined;
}

/** Sets documents as PDF, beside the requests. */
export interface PdfPrinter {
  make(document: PrintDocument): Promise<Uint8Array<ArrayBuffer>>;
}

/** Signs and checks short tokens with this portal's own key. */
export interface Signer {
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/** Slow password hashing, a few at a time. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for a missing hash as for a wrong password. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

export interface Ports {
  /** Who acts; null when signed out. */
  actor: Actor | null;
  /** Milliseconds now: verbs take no other clock. */
  now: number;
  /** The client's network address. */
  address: string;
  userAgent: string;
  requestId: string;
  site: Site;
  lending(): LendingSnapshot;
  /** Re-reads the newest settings and configuration after a save. */
  refreshLending(): Promise<void>;
  files: FileStore;
  documents: DocumentReader;
  mail: {
    render<K extends keyof MailProps>(kind: K, props: MailProps[K]): RenderedMail;
    /** Tells the worker that the outbox has something new; called after the commit. */
    wake(): void;
  };
  pdf: PdfPrinter;
  passwords: Passwords;
  signer: Signer;
}
