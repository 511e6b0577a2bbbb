/** argon2id by native code, at most four concurrently: each uses memory and a native thread. */
import { hash, verify } from "@node-rs/argon2";
import type { Passwords } from "../../domain/ports.ts";
import { ARGON2ID, passwordsBy } from "./argon2id.ts";

let made: Passwords | undefined;

/** Password hashing in threads of its own; a process has it once, with the limit of what it does at a time. */
export const createPasswords = (): Passwords =>
  made ??= passwordsBy({ hash: (password) => hash(password, ARGON2ID), verify }, 4);
