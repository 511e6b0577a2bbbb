/** argon2id by native code, at most four concurrently: each uses memory and a native thread. */
import type { Passwords } from "../../domain/ports.ts";
import { ARGON2ID, passwordsBy } from "./argon2id.ts";

/** The package is loaded with the first password: a start needs none. */
const argon2 = () => import("@node-rs/argon2");

let made: Passwords | undefined;

/** Password hashing in threads of its own; a process has it once, with the limit of what it does at a time. */
export const createPasswords = (): Passwords =>
  made ??= passwordsBy({
    hash: async (password) => (await argon2()).hash(password, ARGON2ID),
    verify: async (stored, password) => (await argon2()).verify(stored, password),
  }, 4);
