/** Names and seals what a backup stores: with a key, AES-256-GCM and names that tell nothing of the contents. */
import { createHmac, hkdfSync } from "node:crypto";

type Bytes = Uint8Array<ArrayBuffer>;

export interface Seal {
  /** The end of the names of what it sealed, which tells keys apart; empty without a key. */
  mark: string;
  /** The name of bytes with this SHA-256 (hex). */
  nameOf(sha256: string): string;
  /** Closes bytes under their name: under another one they do not open. */
  close(name: string, bytes: Bytes): Promise<Bytes>;
  /** Throws where they were changed, or closed under another name. */
  open(name: string, bytes: Bytes): Promise<Bytes>;
}

const IV_BYTES = 12;

/** Without a key, everything is stored as it is. */
const OPEN: Seal = {
  mark: "",
  nameOf: (sha256) => sha256,
  close: (_, bytes) => Promise.resolve(bytes),
  open: (_, bytes) => Promise.resolve(bytes),
};

/** The seal of a key of 32 bytes for one purpose; without a key nothing is sealed. */
export async function createSeal(key: Uint8Array | undefined, purpose = "backup"): Promise<Seal> {
  if (!key) return OPEN;
  const derived = (use: string, length: number) =>
    new Uint8Array(hkdfSync("sha256", key, "", `${purpose} ${use}`, length));
  const names = derived("names", 32);
  const mark = `-${derived("mark", 4).toHex()}`;
  const aes = await crypto.subtle.importKey("raw", derived("contents", 32), "AES-GCM", false, ["encrypt", "decrypt"]);
  const algorithm = (iv: Bytes, name: string) => ({
    name: "AES-GCM",
    iv,
    additionalData: new TextEncoder().encode(name),
  });
  return {
    mark,
    nameOf: (sha256) => createHmac("sha256", names).update(sha256).digest("hex") + mark,
    async close(name, bytes) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const closed = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv, name), aes, bytes));
      const whole = new Uint8Array(IV_BYTES + closed.length);
      whole.set(iv);
      whole.set(closed, IV_BYTES);
      return whole;
    },
    async open(name, bytes) {
      const iv = bytes.slice(0, IV_BYTES);
      return new Uint8Array(await crypto.subtle.decrypt(algorithm(iv, name), aes, bytes.subarray(IV_BYTES)));
    },
  };
}
