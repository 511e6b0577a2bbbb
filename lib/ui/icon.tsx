import { type ReactNode, useContext } from "react";
import { SpriteUrl } from "./sprite.ts";

/** Every icon of static/img/icons.svg. */
export const ICONS = [
  "arrow-down",
  "arrow-up",
  "arrow-up-right",
  "band-elite",
  "band-green",
  "band-red",
  "band-yellow",
  "bell",
  "building-2",
  "calendar",
  "chart-pie",
  "check",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "chevrons-up-down",
  "circle",
  "circle-alert",
  "circle-check",
  "clock",
  "copy",
  "download",
  "ellipsis",
  "eye",
  "file-text",
  "files",
  "gavel",
  "handshake",
  "history",
  "house",
  "info",
  "landmark",
  "layers",
  "locate-fixed",
  "lock",
  "log-out",
  "mail",
  "mails",
  "map",
  "map-pin",
  "mark",
  "maximize",
  "menu",
  "minus",
  "monitor",
  "moon",
  "move",
  "panel-left",
  "pause",
  "pencil",
  "phone",
  "play",
  "plus",
  "printer",
  "radar",
  "refresh-cw",
  "search",
  "share-2",
  "sliders-horizontal",
  "square-dashed",
  "square-plus",
  "sun",
  "table-2",
  "tag",
  "trash-2",
  "triangle-alert",
  "type",
  "undo-2",
  "upload",
  "user",
  "user-cog",
  "users",
  "x",
] as const;

export type IconName = (typeof ICONS)[number];

/** The drawing's HTML by icon: one element less for React to make of each. */
const made = new Map<string, { __html: string }>();

function drawingHtml(address: string): { __html: string } {
  let html = made.get(address);
  if (!html) made.set(address, html = { __html: `<use href="${address}"></use>` });
  return html;
}

/**
 * A decorative icon, hidden from assistive technology. `className` replaces the default "i"; null leaves the size to
 * the parent.
 */
export function Icon(props: { name: IconName; className?: string | null }): ReactNode {
  const { name, className = "icon" } = props, html = drawingHtml(`${useContext(SpriteUrl)}#${name}`);
  return <svg className={className ?? undefined} aria-hidden="true" dangerouslySetInnerHTML={html} />;
}
