import { type ComponentType, createElement, type ReactNode, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";

function Root(props: { done: () => void; children: ReactNode }): ReactNode {
  useLayoutEffect(props.done, []);
  return props.children;
}

/** Brings the server's HTML in `element` to life; resolves when the component's handlers are attached. */
export function hydrate(element: HTMLElement, component: ComponentType, props: object): Promise<void> {
  return new Promise((done) => {
    hydrateRoot(element, createElement(Root, { done, children: createElement(component, props) }), {
      onRecoverableError: (error) => console.error("hydration of", element.dataset.name, error),
    });
  });
}
