/** The styles that stand in pages themselves. The policy names their hashes, so that no other inline style applies. */
import { createHash } from "node:crypto";
import type { Assets } from "./assets.ts";

/** The stylesheet of public pages, which the signed-out home carries in itself. */
export const PUBLIC_STYLES = "static/css/public.css";

/**
 * Opts in to page transitions. Inline, since a stylesheet that arrives late would cancel a transition that has begun,
 * which browsers report as an error.
 */
export const TRANSITIONS = "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";

const sourceOf = (style: string): string => `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

/** Sources of a content security policy for the inline styles of pages. */
export const inlineStyleSources = ({ text }: Assets): string[] => [TRANSITIONS, text(PUBLIC_STYLES)].map(sourceOf);
