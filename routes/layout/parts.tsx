import { type ReactNode, useContext } from "react";
import type { Lender } from "../../lib/domain/lender.ts";
import { createHtmlCache } from "../../lib/server/html_cache.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { Segment } from "../../lib/ui/segment.tsx";
import { SpriteUrl } from "../../lib/ui/sprite.ts";
import { MENU } from "../menu.ts";
import { type MenuItem, userMenuFor } from "./menu.ts";
import type { ShellProps } from "./shell_props.ts";

/** The logo and the lender's name as a link home; the first word only on narrow screens. */
export function Brand(props: { lender: Lender }): ReactNode {
  const [first, ...rest] = props.lender.name.split(" ");
  return (
    <a className="brand" href="/">
      <Icon name="mark" className={null} />
      <span>
        {first}
        {rest.length > 0 && <span className="brand-rest">{` ${rest.join(" ")}`}</span>}
      </span>
    </a>
  );
}

/**
 * Theme switch: system, light or dark. CSS switches; the shell's script stores the choice. Once on a page, as CSS
 * refers to its ids.
 */
export function ThemeSwitch(props: Pick<ShellProps, "theme">): ReactNode {
  return (
    <Segment
      legend="Theme"
      name="theme"
      slim
      chosen={props.theme ?? "auto"}
      options={[
        { value: "auto", label: "System", icon: "monitor", id: "theme-auto" },
        { value: "light", label: "Light", icon: "sun", id: "theme-light" },
        { value: "dark", label: "Dark", icon: "moon", id: "theme-dark" },
      ]}
    />
  );
}

/** Logout changes state, so it is a POST form. `menu` styles it as a menu item. */
export function LogoutForm(props: { menu?: boolean }): ReactNode {
  return (
    <form method="post" action="/logout">
      <button type="submit">
        <Icon name="log-out" />
        <span className={props.menu ? "label" : undefined}>Logout</span>
      </button>
    </form>
  );
}

/** A menu item; an external tool opens in a new tab and says so. */
export function MenuLink(props: { item: MenuItem; current?: "page" | "true"; children?: ReactNode }): ReactNode {
  const { item, current, children } = props;
  if (item.external) {
    return (
      <a href={item.location} target="_blank" rel="noreferrer" title={item.tooltip}>
        <Icon name={item.icon} />
        <span className="label">
          {item.name} <span className="visually-hidden">(opens in a new tab)</span>
        </span>
        <Icon name="arrow-up-right" className="icon external" />
      </a>
    );
  }
  return (
    <a href={item.location} aria-current={current}>
      <Icon name={item.icon} />
      <span className="label">{item.name}</span>
      {children}
    </a>
  );
}

const ROLE_NAMES: Record<number, string> = { 9: "Administrator", 99: "Owner" };

type UserMenuProps = Pick<ShellProps, "pages" | "lender"> & {
  user: NonNullable<ShellProps["user"]>;
  /** The chosen theme, where the menu has the switch. */
  theme?: "auto" | "light" | "dark";
};

const userMenus = createHtmlCache();

/** The person's name with a popover menu; `theme` adds the theme switch. */
export function UserMenu(props: UserMenuProps): ReactNode {
  const { user, lender, pages, theme } = props, sprite = useContext(SpriteUrl);
  const html = userMenus([lender, pages], JSON.stringify([user, theme]), () => (
    <SpriteUrl value={sprite}>
      <UserEntries {...props} />
    </SpriteUrl>
  ));
  return (
    <>
      <button className="btn bare user" type="button" popoverTarget="user">
        <Icon name="user" />
        <span className="label">{user.name}</span>
        <Icon name="chevron-down" className="icon chevron" />
      </button>
      <div className="popover" id="user" popover="auto" dangerouslySetInnerHTML={html} />
    </>
  );
}

function UserEntries({ user, pages, theme }: UserMenuProps): ReactNode {
  const second = ROLE_NAMES[user.role] ?? user.brokerage;
  return (
    <>
      <p>
        <b>{user.name}</b>
        {second && (
          <>
            <br />
            {second}
          </>
        )}
      </p>
      {userMenuFor(MENU, user.role, pages).map((item) => (
        <a key={item.name} href={item.location}>
          <Icon name={item.icon} />
          {item.name}
        </a>
      ))}
      {theme && (
        <>
          <hr />
          <ThemeSwitch theme={theme === "auto" ? null : theme} />
        </>
      )}
      <hr />
      <LogoutForm />
    </>
  );
}
