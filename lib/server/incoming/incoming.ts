/** Where the files of a request stay until it is answered. */

export interface Incoming {
  /** A place for one request's files. `sender` is who sends them, an account or a network: room is shared by it. */
  open(sender: string): Promise<IncomingPlace>;
  /** The bytes of a file by its path. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Removes what requests left behind that began more than a day before `now`, in milliseconds. */
  removeOld(now: number): Promise<void>;
}

export interface IncomingPlace {
  create(name: string): Promise<IncomingFile>;
  /** Lets all its files go; never fails. */
  remove(): Promise<void>;
}

/** A file that is being received. */
export interface IncomingFile extends Disposable {
  path: string;
  write(bytes: Uint8Array): Promise<void>;
}
