/** Views of the map of loans, each asked for once: an answer that was given before is kept. */

/**
 * Degrees, and the zoom at which a window of 1,280 pixels shows them: the province, its south, a city, some streets.
 */
const PLACES = [
  { west: -95.5, south: 41.5, east: -74.1, north: 57, zoom: 5 },
  { west: -83.5, south: 42, east: -75, north: 46, zoom: 7 },
  { west: -79.9, south: 43.3, east: -78.8, north: 44.1, zoom: 10 },
  { west: -79.6, south: 43.5, east: -79.05, north: 43.9, zoom: 11 },
  { west: -79.45, south: 43.63, east: -79.32, north: 43.7, zoom: 13 },
];
const FILTERS = ["", "&status=any", "&risk=red", "&type=second", "&broker=1003"];
const TIMES = 8;

/** Addresses of a call of the map: every place with every filter, some pixels further each time. */
export const mapViews = (path: string): string[] =>
  Array.from(
    { length: TIMES },
    (_, time) =>
      PLACES.flatMap(({ west, south, east, north, zoom }) =>
        FILTERS.map((filter) => {
          const move = (east - west) * 0.01 * time;
          const extent = [west + move, south, east + move, north].map((side) => side.toFixed(4));
          return `${path}?extent=${extent}&zoom=${zoom}${filter}`;
        })
      ),
  ).flat();
