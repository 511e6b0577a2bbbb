import type { ReactNode } from "react";
import { formatLongDate } from "../../lib/domain/dates.ts";
import { createHtmlCache } from "../../lib/server/html_cache.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { Count } from "../../lib/ui/states.tsx";
import { SpriteUrl } from "../../lib/ui/sprite.ts";
import { Document, SPRITE } from "./document.tsx";
import { MENU } from "../menu.ts";
import { barFor, createFor, currentIn, menuFor, type MenuItem } from "./menu.ts";
import { Brand, LogoutForm, MenuLink, UserMenu } from "./parts.tsx";
import type { ShellProps } from "./shell_props.ts";

function Badge({ item: { badge }, count }: { item: MenuItem; count: number }): ReactNode {
  return badge && count > 0 && <Count count={count} what={count === 1 ? badge.one : badge.many} pulse={badge.pulse} />;
}

/** A longer count than this one's would cover the next icon. */
const BAR_COUNT_MOST = 99;

/** An entry of the top bar: an icon with its name for assistive technology, and what it counts. */
function BarLink({ item, count, path }: { item: MenuItem; count: number; path: string }): ReactNode {
  return (
    <a className="btn bare bar-link" href={item.location} title={item.tooltip} aria-current={currentIn(item, path)}>
      <Icon name={item.icon} />
      <span className="visually-hidden">{item.name}</span>
      {item.badge && count > 0 && (
        <Count count={count} most={BAR_COUNT_MOST} what={count === 1 ? item.badge.one : item.badge.many} />
      )}
    </a>
  );
}

/**
 * Opens the command palette; without script it leads to the loans and their search. A narrow window has it in its menu,
 * as the bar's room is its title's.
 */
function PaletteLink(
  { user, pages, assets, inMenu }: Pick<SideMenuProps, "pages" | "assets" | "user"> & { inMenu?: boolean },
): ReactNode {
  const begin = createFor(MENU, user.role, pages).map(({ name, location }) => [name, location]);
  if (begin.length === 0) return null;
  return (
    <a
      className={inMenu ? undefined : "btn bare bar-link"}
      href="/dashboard/loans"
      title="Go to (Ctrl K)"
      aria-keyshortcuts="Control+K"
      data-palette={JSON.stringify({ begin, styles: assets.url("islands/Palette.css") })}
    >
      <Icon name="search" />
      <span className={inMenu ? "label" : "visually-hidden"}>Go to</span>
    </a>
  );
}

type SideMenuProps = ShellProps & { user: NonNullable<ShellProps["user"]> };

const sideMenus = createHtmlCache();

/** The side menu: a column on wide screens, below 993 pixels a drawer that opens without script. */
function SideMenu(props: SideMenuProps): ReactNode {
  const { user, lender, pages, path, badges, menuCompact, assets } = props;
  const key = JSON.stringify([user.role, path, [...badges], menuCompact]);
  const html = sideMenus([lender, pages], key, () => (
    <SpriteUrl value={assets.url(SPRITE)}>
      <MenuEntries {...props} />
    </SpriteUrl>
  ));
  return <nav className="menu" id="menu" popover="auto" aria-label="Main" dangerouslySetInnerHTML={html} />;
}

function MenuEntries({ user, lender, pages, path, badges, menuCompact, assets }: SideMenuProps): ReactNode {
  const { places, elsewhere } = menuFor(MENU, user.role, lender, pages);
  return (
    <>
      <Brand lender={lender} />
      <PaletteLink user={user} pages={pages} assets={assets} inMenu />
      {places.map((item) => (
        <MenuLink key={item.name} item={item} current={currentIn(item, path)}>
          <Badge item={item} count={badges.get(item.location) ?? 0} />
        </MenuLink>
      ))}
      {elsewhere.length > 0 && <h2>Elsewhere</h2>}
      {elsewhere.map((item) => <MenuLink key={item.name} item={item} />)}
      <div className="foot">
        <LogoutForm menu />
        <button className="compact-switch" type="button" data-compact="" aria-pressed={menuCompact}>
          <Icon name="panel-left" />
          <span className="label">Narrow menu</span>
        </button>
      </div>
    </>
  );
}

/** Opens the menu where it is a drawer; what the menu counts shows as a mark here, and is read out. */
function MenuButton({ badges }: Pick<ShellProps, "badges">): ReactNode {
  const waiting = MENU.flatMap(({ menu = "side", badge, location }) => {
    const count = badges.get(location) ?? 0;
    return menu === "side" && badge && count > 0
      ? [{ words: `${count} ${count === 1 ? badge.one : badge.many}`, pulse: badge.pulse }]
      : [];
  });
  return (
    <button
      className="btn bare icon-only open"
      type="button"
      popoverTarget="menu"
      aria-label="Menu"
      title={waiting.map(({ words }) => words).join(", ") || undefined}
    >
      <Icon name="menu" />
      {waiting.length > 0 && <span className={waiting.some(({ pulse }) => pulse) ? "dot pulse" : "dot"} />}
    </button>
  );
}

/** The head on paper, where menu and links are not: whose page, of which day, and how what it shows was chosen. */
function PaperHead({ title, lender, today, paper }: ShellProps): ReactNode {
  return (
    <header className="paper">
      <p>{lender.name}</p>
      <h2>{title}</h2>
      <p>{[formatLongDate(today), paper].filter(Boolean).join(". ")}</p>
    </header>
  );
}

/** Characters that two lines of a phone's bar hold beside the page's icons; without any there is room for more. */
const LONG_TITLE = 24;

/** The shell of a signed-in page: menu, top bar with title, actions and user menu, and the content. */
export function DashboardShell(props: ShellProps): ReactNode {
  const { title, user, lender, pages, path, badges, theme, actions, header, menuCompact, children } = props;
  if (!user) throw new Error("the dashboard's shell is for signed-in people");
  const menuButton = <MenuButton badges={badges} />;
  const userMenu = (
    <>
      <PaletteLink user={user} pages={pages} assets={props.assets} />
      {barFor(MENU, user.role, pages).map((item) => (
        <BarLink key={item.name} item={item} count={badges.get(item.location) ?? 0} path={path} />
      ))}
      <UserMenu user={user} lender={lender} pages={pages} theme={theme ?? "auto"} />
    </>
  );
  return (
    <Document {...props} className="app" styles="static/css/app.css" menu={menuCompact ? "compact" : undefined}>
      <SideMenu {...props} user={user} />
      {props.paper !== undefined && <PaperHead {...props} />}
      {header ? header({ menuButton, userMenu }) : (
        <header className="topbar">
          {menuButton}
          <h1 data-long={actions && title.length > LONG_TITLE ? true : undefined}>{title}</h1>
          <div className="align-end">
            {actions}
            {userMenu}
          </div>
        </header>
      )}
      <main id="main">{children}</main>
    </Document>
  );
}
