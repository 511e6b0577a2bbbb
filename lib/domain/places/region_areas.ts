/**
 * The municipalities of the gazetteer by name, with their postal areas, the most populous first. Apart from their
 * centres, as a browser finds regions and needs no centres. Postal areas from GeoNames (CC BY 4.0); L4J, which GeoNames
 * calls Thornhill West, is in Vaughan.
 */

/** What lies in none of the regions. */
export const RURAL = "Rural";

/** Name, and postal areas as their first two characters with every third one. */
const LINES = `
Toronto|M1BCEGHJKLMNPRSTVWX M2HJKLMNPR M3ABCHJKLMN M4ABCEGHJKLMNPRSTVWXY M5ABCEGHJKLMNPRSTVWX M6ABCEGHJKLMNPRS M7AY M8VWXYZ M9ABCLMNPRVW
Ottawa|K1ABCEGHJKLMNPRSTVWXYZ K2ABCEGHJKLMPRSTVW K4ABCMP
Mississauga|L4TVWXYZ L5ABCEGHJKLMNPRSTVW
Brampton|L6PRSTVWXYZ L7A
Hamilton|L8EGHJKLMNPRSTVW L9ABCGHK
London|N5VWXYZ N6ABCEGHJKLMNP
Markham|L3PRST L6BCEG
Vaughan|L4HJKL L6A
Kitchener|N2ABCEGHKMNPR
Windsor|N8PRSTVWXY N9ABCEG
Oakville|L6HJKLM
Richmond Hill|L4BCES
Burlington|L7LMNPRST
Oshawa|L1GHJKL
Greater Sudbury|P3ABCEGLNPY
Barrie|L4MN
Guelph|N1CEGHKL
Whitby|L1MNPR
Cambridge|N1PRST N3CEH
St. Catharines|L2MNPRSTVW
Milton|L9T
Kingston|K7KLMP
Ajax|L1STZ
Waterloo|N2JLTV
Thunder Bay|P7ABCEGJK
Brantford|N3PRSTV
Chatham-Kent|N7LM N8A
Clarington|L1BCE
Pickering|L1VWXY
Niagara Falls|L2EGHJ
Newmarket|L3XY
Peterborough|K9HJKL
Kawartha Lakes|K0M K9V
Caledon|L7CE
Sault Ste. Marie|P6ABC
Sarnia|N7STVWX
Norfolk County|N3Y N4B
Halton Hills|L7GJ
Aurora|L4G
Welland|L3BC
Belleville|K8NPR
North Bay|P1ABC
Whitchurch-Stouffville|L4A
Haldimand County|N0A N1A N3W
Cornwall|K6HJK
Georgina|L4P
Woodstock|N4STV
Quinte West|K8V
New Tecumseth|L9R
Innisfil|L9S
Bradford West Gwillimbury|L3Z
St. Thomas|N5PR
Timmins|P4NPR
East Gwillimbury|L9N
Orillia|L3V
Stratford|N4Z N5A
Fort Erie|L2A
LaSalle|N9HJ
Centre Wellington|N1M
Orangeville|L9VW
Leamington|N8H
Grimsby|L3M
King|L7B
Prince Edward County|
Wasaga Beach|L9Z
Collingwood|L9Y
Essa|
Brockville|K6TV
Owen Sound|N4K
Scugog|L9L
Uxbridge|L9P
Huntsville|P1H
Cobourg|K9A
Niagara-on-the-Lake|
Tillsonburg|N4G
Midland|L4R L9M
Bracebridge|P1L
Kenora|P9N
Pembroke|K8AB
Gravenhurst|P1P
`;

/** "L6PR L7A" is L6P, L6R and L7A. */
const spell = (areas: string): string[] =>
  areas.split(" ").filter(Boolean).flatMap((group) => [...group.slice(2)].map((last) => group.slice(0, 2) + last));

/** Each region's name, with the forward sortation areas that lie in it (none where they are shared with others). */
export const REGION_AREAS: readonly { name: string; postalAreas: readonly string[] }[] = LINES.trim()
  .split("\n").map((line) => {
    const [name, areas] = line.split("|");
    return { name, postalAreas: spell(areas) };
  });
