/** Keeps the toasts clear of what somebody may want to press, type into or read as an error. */
import { SIGNED_OUT } from "../domain/accounts/signed_out.ts";
import { debounce, element } from "./dom.ts";
import { type Box, freePlace, overlap } from "./free_place.ts";
import { isTyping } from "./keys.ts";

const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0'], .error";
/** What is covered only where everything else has no room. */
const WORDS = ".field > label, legend, th, dialog :is(h2, p)";
const MARGIN = 8;
/** The page has come to rest so long after the last scroll or change. Milliseconds. */
const REST_MS = 100;

const openModal = () => [...document.querySelectorAll("dialog:modal")].at(-1);

/** Moves the region into the open modal dialog, since all else is inert, and back to the page once it is closed. */
function adopt(region: HTMLElement): void {
  const host = openModal() ?? document.body;
  if (region.parentElement === host && region.isConnected) return;
  host.append(region);
  if (region.childElementCount && region.popover && !region.matches(":popover-open")) region.showPopover();
  // A dialog that is closed may be taken out of the page at once, and the region with it.
  if (host !== document.body) host.addEventListener("close", () => adopt(region), { once: true });
}

/** Ctrl or Cmd and Z presses what the newest message offers, but in fields, which undo what was typed there. */
function runUndoKey(region: HTMLElement): void {
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (key.toLowerCase() !== "z" || !(ctrlKey || metaKey) || altKey || shiftKey || isTyping(target)) return;
    const offered = [...region.querySelectorAll<HTMLButtonElement>(".toast > .btn:not(.dismiss)")].at(-1);
    if (!offered) return;
    event.preventDefault();
    offered.click();
  });
}

/** What of this is on the screen: in an open dialog alone, since nothing else can be used then. */
function boxes(region: HTMLElement, wanted: string): Box[] {
  const root = openModal() ?? document;
  return [...root.querySelectorAll(wanted)]
    .filter((one) => !region.contains(one) && one.checkVisibility({ visibilityProperty: true }))
    .flatMap((one) => {
      // A box to tick is its words too, and a hidden file input is its label alone.
      const box = (one.closest("label") ?? one).getBoundingClientRect();
      return box.width > 1 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
        ? [box]
        : [];
    });
}

const isInsideDialog = (region: HTMLElement) => region.matches("dialog > :not(:popover-open)");

/** The end of the dialog, where nothing lies under it: for a dialog that fills the window with its controls. */
function placeInDialog(region: HTMLElement, dialog: Element): void {
  region.style.inset = "";
  region.hidePopover();
  // Where a field is wrong the focus leads there instead.
  if (!dialog.querySelector("[aria-invalid=true]")) region.scrollIntoView({ block: "nearest" });
}

function place(region: HTMLElement): void {
  if (!region.childElementCount || isInsideDialog(region)) return;
  region.style.inset = "";
  const { left, top, width, height } = region.getBoundingClientRect();
  const view = { left: MARGIN, top: MARGIN, right: innerWidth - MARGIN, bottom: innerHeight - MARGIN };
  const taken = boxes(region, CONTROLS);
  const at = freePlace({ width, height }, view, taken, { left, top }, boxes(region, WORDS));
  const covered = { ...at, right: at.left + width, bottom: at.top + height };
  const dialog = openModal();
  if (dialog && taken.some((one) => overlap(covered, one) > 0)) return placeInDialog(region, dialog);
  region.style.inset = `${at.top}px auto auto ${at.left}px`;
}

/** Beside "You are signed out": a tab of its own, so that what was entered here stays. */
function offerSignIn(region: HTMLElement): void {
  for (const said of region.querySelectorAll(".toast:not(:has(a)) > span")) {
    if (!said.textContent.includes(SIGNED_OUT)) continue;
    said.after(element("a", { class: "btn", href: "/login", target: "_blank" }, "Sign in"));
  }
}

const placed = new WeakSet<HTMLElement>();

/**
 * Nothing moves away from under a pointer that is about to press it. What offers no way back moves but for its cross:
 * a pointer rests where a button was pressed, and the same button may come to lie there again.
 */
const inUse = (region: HTMLElement): boolean =>
  region.matches(":focus-within") || region.querySelector(".toast:hover > .btn:not(.dismiss), .dismiss:hover") !== null;

/** Places the region now, and again whenever it, the page or the window changes. */
export function avoidControls(region: HTMLElement): void {
  // The first message comes where the pointer may rest already, on the button that was pressed: it is not meant then.
  adopt(region);
  offerSignIn(region);
  if (region.childElementCount === 1 || !inUse(region)) place(region);
  if (placed.has(region)) return;
  placed.add(region);
  runUndoKey(region);
  const again = debounce(() => {
    if (!inUse(region)) place(region);
  }, REST_MS);
  const changes = new MutationObserver(() => {
    adopt(region);
    again();
  });
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["open", "hidden"],
  });
  addEventListener("scroll", again, { passive: true, capture: true });
  addEventListener("resize", again);
}
