/**
 * The gazetteer: 80 municipalities of Ontario, each a region of the map. Centres and population from the census of
 * 2021, postal areas from GeoNames (CC BY 4.0); L4J, which GeoNames calls Thornhill West, is in Vaughan. Eight centres
 * that lay in the base map's water, by up to 700 m, stand 200 m inland.
 */

/**
 * A region: centre in degrees, and the forward sortation areas that lie in it (none where they are shared with others).
 */
export type PlaceRegion = {
  name: string;
  latitude: number;
  longitude: number;
  population: number;
  postalAreas: readonly string[];
};

/** What lies in none of the regions. */
export const RURAL = "Rural";

/** Name, centre, population, and postal areas as their first two characters with every third one. */
const LINES = `
Toronto|43.6532|-79.3832|2794356|M1BCEGHJKLMNPRSTVWX M2HJKLMNPR M3ABCHJKLMN M4ABCEGHJKLMNPRSTVWXY M5ABCEGHJKLMNPRSTVWX M6ABCEGHJKLMNPRS M7AY M8VWXYZ M9ABCLMNPRVW
Ottawa|45.4215|-75.6972|1017449|K1ABCEGHJKLMNPRSTVWXYZ K2ABCEGHJKLMPRSTVW K4ABCMP
Mississauga|43.589|-79.6441|717961|L4TVWXYZ L5ABCEGHJKLMNPRSTVW
Brampton|43.6858|-79.7599|656480|L6PRSTVWXYZ L7A
Hamilton|43.2557|-79.8711|569353|L8EGHJKLMNPRSTVW L9ABCGHK
London|42.9849|-81.2453|422324|N5VWXYZ N6ABCEGHJKLMNP
Markham|43.8561|-79.337|338503|L3PRST L6BCEG
Vaughan|43.8361|-79.4983|323103|L4HJKL L6A
Kitchener|43.4516|-80.4925|256885|N2ABCEGHKMNPR
Windsor|42.3149|-83.0364|229660|N8PRSTVWXY N9ABCEG
Oakville|43.4675|-79.6877|213759|L6HJKLM
Richmond Hill|43.8828|-79.4403|202022|L4BCES
Burlington|43.3255|-79.799|186948|L7LMNPRST
Oshawa|43.8971|-78.8658|175383|L1GHJKL
Greater Sudbury|46.4917|-80.993|166004|P3ABCEGLNPY
Barrie|44.3894|-79.6903|147829|L4MN
Guelph|43.5448|-80.2482|143740|N1CEGHKL
Whitby|43.8975|-78.9429|138501|L0H L1MNPR
Cambridge|43.3616|-80.3144|138479|N1PRST N3CEH
St. Catharines|43.1594|-79.2469|136803|L2MNPRSTVW
Milton|43.5183|-79.8774|132979|L9T
Kingston|44.2362|-76.496|132485|K7KLMP
Ajax|43.8509|-79.0204|126666|L1STZ
Waterloo|43.4643|-80.5204|121436|N2JLTV
Thunder Bay|48.3809|-89.2477|108843|P7ABCEGJK
Brantford|43.1394|-80.2644|104688|N3PRSTV
Chatham-Kent|42.4048|-82.191|103988|N7LM N8A
Clarington|43.9129|-78.688|101427|L1BCE
Pickering|43.8384|-79.0868|99186|L1VWXY
Niagara Falls|43.0896|-79.0849|94415|L2EGHJ
Newmarket|44.0592|-79.4613|87942|L3XY
Peterborough|44.3091|-78.3197|83651|K9HJKL
Kawartha Lakes|44.3501|-78.7417|79247|K0M K9V
Caledon|43.8735|-79.737|76581|L7CE
Sault Ste. Marie|46.5259|-84.3421|72051|P6ABC
Sarnia|42.9745|-82.4066|72047|N7STVWX
Norfolk County|42.837|-80.3045|67490|N3Y N4B
Halton Hills|43.6486|-79.9264|62951|L7GJ
Aurora|44.0065|-79.4504|62057|L4G
Welland|42.9922|-79.2483|55750|L3BC
Belleville|44.1628|-77.3832|55071|K8NPR
North Bay|46.3091|-79.4608|52662|P1ABC
Whitchurch-Stouffville|43.9706|-79.2443|49864|L4A
Haldimand County|42.948|-79.86|49216|N0A N1A N3W
Cornwall|45.0233|-74.7333|47845|K6HJK
Georgina|44.231|-79.462|47642|L4P
Woodstock|43.1306|-80.7467|46705|N4STV
Quinte West|44.1022|-77.5803|46560|K8V
New Tecumseth|44.153|-79.87|43948|L9R
Innisfil|44.3001|-79.611|43326|L9S
Bradford West Gwillimbury|44.1142|-79.5656|42880|L3Z
St. Thomas|42.7778|-81.1823|42840|N5PR
Timmins|48.4758|-81.3305|41145|P4NPR
East Gwillimbury|44.101|-79.44|34637|L9N
Orillia|44.6082|-79.4197|33411|L3V
Stratford|43.37|-80.9822|33232|N4Z N5A
Fort Erie|42.918|-78.97|32901|L2A
LaSalle|42.233|-83.066|32721|N9HJ
Centre Wellington|43.705|-80.377|31093|N1M
Orangeville|43.92|-80.0943|30167|L9VW
Leamington|42.053|-82.5999|29680|N8H
Grimsby|43.2001|-79.5663|28883|L3M
King|43.928|-79.527|27333|L7B
Prince Edward County|44.008|-77.14|25704|
Wasaga Beach|44.52|-80.017|24862|L9Z
Collingwood|44.5001|-80.2169|24811|L9Y
Essa|44.27|-79.86|22970|
Brockville|44.5955|-75.6903|22116|K6TV
Owen Sound|44.569|-80.9406|21612|N4K
Scugog|44.104|-78.944|21581|L9L
Uxbridge|44.1087|-79.1205|21556|L9P
Huntsville|45.3269|-79.218|21147|P1H
Cobourg|43.9623|-78.1677|20519|K9A
Niagara-on-the-Lake|43.255|-79.071|19088|
Tillsonburg|42.862|-80.728|18615|N4G
Midland|44.75|-79.883|17817|L4R L9M
Bracebridge|45.041|-79.311|17305|P1L
Kenora|49.767|-94.485|14967|P9N
Pembroke|45.823|-77.112|14364|K8AB
Gravenhurst|44.918|-79.373|13157|P1P
`;

/** "L6PR L7A" is L6P, L6R and L7A. */
const spell = (areas: string): string[] =>
  areas.split(" ").filter(Boolean).flatMap((group) => [...group.slice(2)].map((last) => group.slice(0, 2) + last));

/** The regions, the most populous first. */
export const REGIONS: readonly PlaceRegion[] = LINES.trim().split("\n").map((line) => {
  const [name, latitude, longitude, population, areas] = line.split("|");
  return {
    name,
    latitude: Number(latitude),
    longitude: Number(longitude),
    population: Number(population),
    postalAreas: spell(areas),
  };
});
