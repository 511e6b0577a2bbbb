/** Limits the bytes of uploads held at a time, in all and for each sender, so that nobody shuts the others out. */
import { Refusal } from "../../domain/refusal.ts";

const MEGABYTE = 1024 * 1024;

const full = () => new Refusal(429, "Many files are being received right now. Try again in a minute.", undefined, 60);
const shareFull = () =>
  new Refusal(429, "Your other files are still being received. Try again in a minute.", undefined, 60);
const tooMuch = (bytes: number) =>
  new Refusal(413, `This is more than ${Math.floor(bytes / MEGABYTE)} MB. Send fewer files at a time.`);

/** What one request holds. */
export interface Held {
  /** Counts so many bytes more. Throws a Refusal where there is no room for them. */
  take(bytes: number): void;
  /** Gives all of them back. */
  giveBack(): void;
}

/** Room for all senders together and for each of them, in bytes. */
export class Shares {
  readonly #most: number;
  readonly #share: number;
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor({ most, share }: { most: number; share: number }) {
    this.#most = most;
    this.#share = share;
  }

  /** The bytes of one request of this sender. */
  open(sender: string): Held {
    let own = 0;
    return {
      take: (bytes) => {
        if (own + bytes > this.#share) throw tooMuch(this.#share);
        if ((this.#heldBy.get(sender) ?? 0) + bytes > this.#share) throw shareFull();
        if (this.#held + bytes > this.#most) throw full();
        own += bytes;
        this.#hold(sender, bytes);
      },
      giveBack: () => {
        this.#hold(sender, -own);
        own = 0;
      },
    };
  }

  #hold(sender: string, bytes: number): void {
    this.#held += bytes;
    const now = (this.#heldBy.get(sender) ?? 0) + bytes;
    if (now > 0) this.#heldBy.set(sender, now);
    else this.#heldBy.delete(sender);
  }
}
