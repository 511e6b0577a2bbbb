/** What a file of areas may hold: bytes, positions, features. */
export const AREAS_BYTES = 24 * 1024 * 1024;
export const AREAS_TOO_LARGE = "This file is larger than 24 MB. Simplify its areas and try again.";
export const AREA_POINTS_MAX = 500_000;
export const AREA_FEATURES_MAX = 2000;
