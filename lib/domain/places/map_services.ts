/** The operator's map services: tiles, a geocoder, a page about markets. The policy allows their hosts alone. */

export interface MapServices {
  /** Null: the base map alone. `url` has {z}, {x} and {y} where it is raster tiles, and its key filled in. */
  tiles: { kind: "raster" | "pmtiles"; url: string } | null;
  /** Whose tiles and addresses the map shows; empty where it shows neither. */
  attribution: string;
  /** A Nominatim-compatible search with {q} in it. */
  geocoderUrl: string | undefined;
  /** A page about a region's market with {region} in it. */
  marketTrendsUrl: string | undefined;
}

/** The file of tiles in the data folder, and where the portal serves it. */
export const TILES_FILE = "map.pmtiles";
export const TILES_PATH = "/map/tiles.pmtiles";

/** Who made the tiles of such a file: Protomaps' schema is filled from OpenStreetMap. */
const TILES_FILE_ATTRIBUTION = "© OpenStreetMap contributors";

/** The services where the data folder has a file of tiles; those that the operator named come first. */
export const withTilesFile = (services: MapServices): MapServices =>
  services.tiles ? services : {
    ...services,
    tiles: { kind: "pmtiles", url: TILES_PATH },
    attribution: services.attribution || TILES_FILE_ATTRIBUTION,
  };

/** The page about a region's market; undefined where the operator named none. */
export const marketTrends = ({ marketTrendsUrl }: MapServices, region: string): string | undefined =>
  marketTrendsUrl?.replaceAll("{region}", encodeURIComponent(region));

/** The hosts of others that a page may ask for pictures of the map, and for data. */
export function mapHosts({ tiles, geocoderUrl }: MapServices): { images: string[]; data: string[] } {
  const tileHost = tiles && URL.canParse(tiles.url) ? [new URL(tiles.url).origin] : [];
  const geocoder = geocoderUrl ? [new URL(geocoderUrl).origin] : [];
  return {
    images: tiles?.kind === "raster" ? tileHost : [],
    data: [...new Set([...tileHost, ...geocoder])],
  };
}
