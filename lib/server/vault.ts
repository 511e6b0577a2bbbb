/** Seals bank details with AES-256-GCM, each under the name of whose they are; reads those of the key before too. */
import { Buffer } from "node:buffer";
import type { Vault } from "../domain/ports.ts";
import { createSeal } from "./backup/seal.ts";

/** The vault of a key of 32 bytes, and of the one that it took the place of; null without a key. */
export async function createVault(key: Uint8Array | undefined, old: Uint8Array | undefined): Promise<Vault | null> {
  if (!key) return null;
  const seal = await createSeal(key, "bank details");
  const seals = [seal, ...(old ? [await createSeal(old, "bank details")] : [])];
  return {
    mark: seal.mark,
    // The same key set twice is no old one.
    oldMark: seals.find(({ mark }) => mark !== seal.mark)?.mark ?? null,
    async seal(party, text) {
      return Buffer.from(await seal.close(party, new TextEncoder().encode(text))).toString("base64");
    },
    async open(party, { sealed, keyMark }) {
      const its = seals.find(({ mark }) => mark === keyMark);
      if (!its) return null;
      return new TextDecoder().decode(await its.open(party, new Uint8Array(Buffer.from(sealed, "base64"))));
    },
  };
}
