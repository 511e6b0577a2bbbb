import { type ComponentType, createElement, type ReactNode, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";

function Root(props: { attached: () => void; done: () => void; children: ReactNode }): ReactNode {
  useLayoutEffect(() => queueMicrotask(props.attached), []);
  useEffect(props.done, []);
  return props.children;
}

/**
 * Brings the server's HTML in `element` to life. Calls `attached` when the component's handlers are, before anything is
 * painted. Resolves when its effects have run too, so that all of it answers.
 */
export function hydrate(
  element: HTMLElement,
  component: ComponentType,
  props: object,
  attached: () => void,
): Promise<void> {
  return new Promise((done) => {
    hydrateRoot(element, createElement(Root, { attached, done, children: createElement(component, props) }), {
      onRecoverableError: (error) => console.error("hydration of", element.dataset.name, error),
    });
  });
}
