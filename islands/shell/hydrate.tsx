import { type ComponentType, type ReactNode, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";

function Root(props: { attached: () => void; done: () => void; children: ReactNode }): ReactNode {
  useLayoutEffect(() => queueMicrotask(props.attached), []);
  useEffect(props.done, []);
  return props.children;
}

/**
 * Hydrates the server's HTML in `element`. Calls `attached` once event handlers are attached, before painting. Resolves
 * when effects have run too.
 */
export function hydrate(
  element: HTMLElement,
  Component: ComponentType,
  props: object,
  attached: () => void,
): Promise<void> {
  return new Promise((done) => {
    const root = (
      <Root attached={attached} done={done}>
        <Component {...props} />
      </Root>
    );
    hydrateRoot(element, root, {
      onRecoverableError: (error) => console.error("hydration of", element.dataset.name, error),
    });
  });
}
