/** argon2id by native code, at most four concurrently: each uses memory and a native thread. */
import { hash, verify } from "@node-rs/argon2";
import type { Passwords } from "../../domain/ports.ts";
import { ARGON2ID, passwordsBy } from "./argon2id.ts";

/** Password hashing in threads of its own. */
export const createPasswords = (): Passwords =>
  passwordsBy({ hash: (password) => hash(password, ARGON2ID), verify }, 4);
