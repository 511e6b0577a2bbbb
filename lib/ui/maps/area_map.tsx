import { Fragment, type ReactNode } from "react";
import { type Label, thirdOf } from "../../domain/maps/labels.ts";

/** An area as it is drawn: its path, and what its style follows, such as `{ "data-rule": "no" }`. */
export interface DrawnArea {
  name: string;
  path: string;
  look: Readonly<Record<`data-${string}`, string | number | undefined>>;
  /** The fill's opacity, 0 to 1, where it is the area's own and not its style's. */
  opacity?: number;
  /** The id of a pattern of the drawing that lies over the fill. */
  pattern?: string;
}

/** Half the marker's width in its own units; it stands on its tip. */
const MARKER = "M0 0C-9-11-12-16-12-21a12 12 0 0 1 24 0c0 5-3 10-12 21Z";

/**
 * Areas of Ontario as a drawing that needs no script. `label` says what it shows, for those who do not see it; sizes
 * and places are in its own units. The chosen area is outlined above the others; `text` is the size of its names.
 */
export function AreaMap(props: {
  width: number;
  height: number;
  label: string;
  land: string;
  areas: readonly DrawnArea[];
  labels: readonly Label[];
  chosen?: string;
  marker?: { x: number; y: number } | null;
  /** Dots for places without an area of their own, with what their style follows. */
  dots?: readonly (Label & Pick<DrawnArea, "look">)[];
  children?: ReactNode;
}): ReactNode {
  const { width, height, label, land, areas, labels, chosen, marker, dots = [], children } = props;
  // Where the drawing is given less width than it needs, the third stays that has the marker.
  const alignment = (["xMin", "xMid", "xMax"] as const)[thirdOf(marker, width)];
  const inOrder = [...areas].sort((a, b) => Number(a.name === chosen) - Number(b.name === chosen));
  return (
    <svg
      className="area-map"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={`${alignment}YMid slice`}
      role="img"
      aria-label={label}
    >
      {children}
      <path className="map-land" d={land} />
      {inOrder.map(({ name, path, look, opacity, pattern }) => (
        <Fragment key={name}>
          <path
            className="map-area"
            data-chosen={name === chosen || undefined}
            {...look}
            fillOpacity={opacity}
            d={path}
          >
            <title>{name}</title>
          </path>
          {pattern && <path d={path} fill={`url(#${pattern})`} pointerEvents="none" />}
        </Fragment>
      ))}
      {dots.map(({ name, x, y, look }) => (
        <circle key={name} className="map-dot" cx={x} cy={y} r="9" {...look}>
          <title>{name}</title>
        </circle>
      ))}
      {labels.map(({ name, x, y, wideOnly }) => (
        <text key={name} className={wideOnly ? "wide-only" : undefined} x={x} y={y} textAnchor="middle">{name}</text>
      ))}
      {marker && (
        <g className="map-marker" transform={`translate(${marker.x} ${marker.y}) scale(2)`}>
          <path d={MARKER} />
          <circle cy="-21" r="5" />
        </g>
      )}
    </svg>
  );
}
