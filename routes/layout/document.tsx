import type { ReactNode } from "react";
import { PUBLIC_STYLES, TRANSITIONS } from "../../lib/server/inline_styles.ts";
import { IslandStore } from "../../lib/server/island.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { SpriteUrl } from "../../lib/ui/sprite.ts";
import type { ShellProps } from "./shell_props.ts";

/** The drawings of all icons. */
export const SPRITE = "static/img/icons.svg";
const FONT = "static/fonts/source-sans-3-latin.woff2";

const SCRIPTS = {
  public: ["islands/shell/every_page.ts"],
  app: ["islands/shell/every_page.ts", "islands/shell/dashboard.ts"],
};

type DocumentProps =
  & Pick<ShellProps, "title" | "lender" | "user" | "theme" | "flash" | "head" | "assets" | "children">
  & {
    className: "public" | "app";
    /** The public stylesheet for public pages, the whole one for signed-in screens. */
    styles: typeof PUBLIC_STYLES | "static/css/app.css";
    /** Writes the public stylesheet into the page: one round trip less before the first paint. */
    inlineStyles?: boolean;
    menu?: "compact";
  };

/** The whole HTML document: head, the skip link, the shell given as children, and the live region for toasts. */
export function Document(props: DocumentProps): ReactNode {
  const { title, lender, user, theme, flash, head, className, styles, inlineStyles, menu, assets, children } = props;
  return (
    <html lang="en-CA" data-theme={theme ?? undefined} data-sprite={assets.url(SPRITE)} data-account={user?.id}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${lender.name}`}</title>
        <link rel="preload" href={assets.url(FONT)} as="font" type="font/woff2" crossOrigin="anonymous" />
        <style dangerouslySetInnerHTML={{ __html: TRANSITIONS }} />
        {inlineStyles
          ? <style dangerouslySetInnerHTML={{ __html: assets.text(PUBLIC_STYLES) }} />
          : <link rel="stylesheet" href={assets.url(styles)} />}
        {className === "public" && (
          <link rel="stylesheet" media="print" href={assets.url("static/css/public_print.css")} />
        )}
        {className === "app" && (
          <noscript>
            <link rel="stylesheet" href={assets.url("static/css/unscripted.css")} />
          </noscript>
        )}
        <link rel="icon" href={assets.url("static/img/mark.svg")} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={assets.url("static/img/icon-192.png")} />
        <link rel="manifest" href="/manifest.webmanifest" />
        {SCRIPTS[className].map((source) => <script key={source} type="module" src={assets.url(source)} />)}
        {head}
      </head>
      <body className={className} data-menu={menu}>
        <a className="skip" href="#main">Skip to content</a>
        <SpriteUrl value={assets.url(SPRITE)}>
          <IslandStore assets={assets}>{children}</IslandStore>
          <div className="toasts" id="toasts" role="status" popover="manual">
            {flash && (
              <div className="toast" data-kind={flash.kind} id="flash">
                <Icon name={flash.kind === "ok" ? "circle-check" : "circle-alert"} />
                <span>{flash.text}</span>
              </div>
            )}
          </div>
        </SpriteUrl>
      </body>
    </html>
  );
}
