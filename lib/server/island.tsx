import { createStore, Provider } from "jotai";
import { createContext, type HTMLAttributes, type ReactNode, useContext } from "react";
import { preloadModule } from "react-dom";
import { type Assets, UNBUILT } from "./assets.ts";

/**
 * When an island's script is fetched and run. `load`, the default, also preloads it; `interaction` waits for a person
 * to touch the island, `touch` until they touch or scroll the page, `later` for that or until the island is seen.
 */
export type When = "load" | "visible" | "interaction" | "touch" | "later";

/** What TypeScript names when a prop cannot travel as JSON. */
type NotJson = "the props of an island must be plain JSON";

/** T where it survives JSON, `NotJson` in each place where it does not: dates, functions, maps, bigints, symbols. */
export type Json<T> = T extends string | number | boolean | null | undefined ? T
  : T extends (...args: never[]) => unknown ? NotJson
  : T extends bigint | symbol ? NotJson
  : T extends object ? { [K in keyof T]: [T[K]] extends [undefined] ? NotJson : Json<T[K]> }
  : NotJson;

type IslandComponent<P> = (props: P) => ReactNode;
// deno-lint-ignore no-explicit-any -- the props of any component; the right ones are inferred from `of`
type PropsOf<C extends IslandComponent<any>> = Parameters<C> extends [infer P extends object] ? P : object;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "is-land": HTMLAttributes<HTMLElement>;
    }
  }
}

const PageStore = createContext<ReturnType<typeof createStore> | null>(null);
const PageAssets = createContext(UNBUILT);

/** What a page's islands share: the built files, and their state, as in the browser, which no other visitor's do. */
export function IslandStore({ assets, children }: { assets: Assets; children: ReactNode }): ReactNode {
  return (
    <PageAssets value={assets}>
      <PageStore value={createStore()}>{children}</PageStore>
    </PageAssets>
  );
}

/**
 * Renders an island's HTML with its script: `<Island of={QuoteTool} on="visible" limits={limits} />`. The component is
 * a named export of `islands/<area>/<its name>.tsx`, its props plain JSON; a stylesheet of the same name is linked. The
 * page is shown once the loader is there, which keeps early clicks; `early` where each of its buttons works without it.
 */
// deno-lint-ignore no-explicit-any -- see PropsOf
export function Island<C extends IslandComponent<any>>(
  all: { of: C; on?: When; early?: boolean } & Json<PropsOf<C>>,
): ReactNode {
  const { of, on = "load", early = false, ...props } = all as { of: C; on?: When; early?: boolean };
  const name = of.name;
  const source = `islands/${name}.tsx`;
  const style = `islands/${name}.css`;
  const assets = useContext(PageAssets);
  if (on === "load") {
    for (const src of assets.preloads(source)) preloadModule(src, { as: "script" });
  }
  const store = useContext(PageStore) ?? createStore();
  const Component = of as unknown as IslandComponent<object>;
  return (
    <>
      <script type="module" async src={assets.url("islands/shell/boot.ts")} blocking={early ? undefined : "render"} />
      {assets.has(style) && <link rel="stylesheet" href={assets.url(style)} precedence="island" />}
      <is-land
        data-name={name}
        data-src={assets.file(source)}
        data-on={on === "load" ? undefined : on}
        data-props={JSON.stringify(props)}
      >
        {/* Without the page's a store of its own: visitors share no state. */}
        <Provider store={store}>
          <Component {...props} />
        </Provider>
      </is-land>
    </>
  );
}
