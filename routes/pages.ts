/** Every page, one line each. Paths without parameters come before those with. */
import type { PageLike } from "../lib/server/page.tsx";

export const PAGES: readonly PageLike[] = [];
