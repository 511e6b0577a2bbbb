/**
 * Ontario municipalities with the rental region each belongs to, and a place in it with some streets of land around.
 */
export const PLACES: readonly (readonly [city: string, region: string, lat: number, lon: number, letters: string])[] = [
  ["Toronto", "Toronto", 43.6772, -79.3912, "M5V"],
  ["Ottawa", "Ottawa", 45.4095, -75.6812, "K1P"],
  ["Mississauga", "Mississauga", 43.589, -79.6441, "L5B"],
  ["Brampton", "Brampton", 43.6858, -79.7599, "L6Y"],
  ["Hamilton", "Hamilton", 43.2557, -79.8711, "L8P"],
  ["London", "London", 42.9849, -81.2453, "N6A"],
  ["Markham", "Markham", 43.8561, -79.329, "L3R"],
  ["Vaughan", "Vaughan", 43.8421, -79.5063, "L4K"],
  ["Kitchener", "Kitchener", 43.4396, -80.4765, "N2G"],
  ["Windsor", "Windsor", 42.3029, -83.0204, "N9A"],
  ["Oakville", "Oakville", 43.4675, -79.6957, "L6J"],
  ["Burlington", "Burlington", 43.3255, -79.815, "L7R"],
  ["Oshawa", "Oshawa", 43.9031, -78.8578, "L1H"],
  ["Greater Sudbury", "Sudbury", 46.4917, -80.993, "P3E"],
  ["Barrie", "Barrie", 44.3954, -79.6983, "L4M"],
  ["Guelph", "Guelph", 43.5448, -80.2482, "N1H"],
  ["St. Catharines", "St. Catharines", 43.1594, -79.2469, "L2R"],
  ["Kingston", "Kingston", 44.2612, -76.526, "K7M"],
  ["Waterloo", "Waterloo", 43.4703, -80.5444, "N2J"],
  ["Thunder Bay", "Thunder Bay", 48.3809, -89.2797, "P7B"],
  ["Peterborough", "Peterborough", 44.3091, -78.3197, "K9H"],
  ["Sault Ste. Marie", "Sault Ste. Marie", 46.5579, -84.3461, "P6C"],
  ["Prince Edward County", "Rural", 44.008, -77.14, "K0K"],
];

export const STREETS = [
  "Locke Street South",
  "King Street West",
  "Lakeshore Road",
  "Elm Avenue",
  "Dundas Street East",
  "Queen Street",
  "Maple Crescent",
  "Church Street",
  "Victoria Avenue",
  "Wellington Street",
  "Birchmount Road",
  "Mill Lane",
  "Orchard Drive",
];
