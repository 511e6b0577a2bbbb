import { type ReactNode, useRef } from "react";
import { Icon, type IconName } from "../../lib/ui/icon.tsx";

const KEYS: readonly (readonly [keys: string[], what: string])[] = [
  [["←", "→", "↑", "↓"], "move"],
  [["+", "−"], "zoom"],
  [["Home"], "all loans"],
  [["N", "P"], "next and previous loan"],
  [["Enter"], "open the loan"],
  [["L"], "to the list"],
  [["Esc"], "close the card"],
];

/** The map's buttons and its keys. */
export function MapTools(props: {
  drawing: boolean;
  boxed: boolean;
  onZoom: (by: number) => void;
  onAll: () => void;
  onDraw: () => void;
  onViewBox: () => void;
  onClearBox: () => void;
}): ReactNode {
  const { drawing, boxed, onZoom, onAll, onDraw, onViewBox, onClearBox } = props;
  const box = useRef<HTMLButtonElement>(null);
  const button = (icon: IconName, label: string, run: () => void, pressed?: boolean) => (
    <button
      ref={pressed === undefined ? undefined : box}
      className="btn icon-only"
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={run}
    >
      <Icon name={icon} />
    </button>
  );
  /** The words with what was pressed change or go: the focus goes back to the button that they belong to. */
  const andBack = (run: () => void) => () => {
    run();
    box.current?.focus();
  };
  return (
    <>
      <div className="on-map map-tools" role="group" aria-label="Map">
        {button("plus", "Zoom in", () => onZoom(1))}
        {button("minus", "Zoom out", () => onZoom(-1))}
        {button("maximize", "Show all loans", onAll)}
        {button("square-dashed", "Choose the loans in a rectangle", onDraw, drawing)}
        <button
          className="btn icon-only"
          type="button"
          popoverTarget="map-keys"
          aria-label="Keys of the map"
          title="Keys of the map"
        >
          <Icon name="info" />
        </button>
      </div>
      {(drawing || boxed) && (
        <p className="on-map map-boxed" role="status">
          {drawing ? "Drag over the loans." : "Only loans in the rectangle."}
          {drawing && (
            <button className="btn bare slim" type="button" onClick={andBack(onViewBox)}>Use this view</button>
          )}
          <button className="btn bare slim" type="button" onClick={andBack(drawing ? onDraw : onClearBox)}>
            {drawing ? "Cancel" : "Clear"}
          </button>
        </p>
      )}
      <div className="popover map-keys" id="map-keys" popover="auto">
        <dl>
          {KEYS.map(([keys, what]) => (
            <div key={what}>
              <dt>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
