/**
 * The gazetteer: 80 municipalities of Ontario, each a region of the map. Centres and population from the census of
 * 2021. Eight centres that lay in the base map's water, by up to 700 m, stand 200 m inland.
 */
import { REGION_AREAS, RURAL } from "./region_areas.ts";

export { RURAL };

/** A region: centre in degrees, and the forward sortation areas that lie in it. */
export type PlaceRegion = {
  name: string;
  latitude: number;
  longitude: number;
  population: number;
  postalAreas: readonly string[];
};

/** Name, centre and population. */
const CENTRES = `
Toronto|43.6532|-79.3832|2794356
Ottawa|45.4215|-75.6972|1017449
Mississauga|43.589|-79.6441|717961
Brampton|43.6858|-79.7599|656480
Hamilton|43.2557|-79.8711|569353
London|42.9849|-81.2453|422324
Markham|43.8561|-79.337|338503
Vaughan|43.8361|-79.4983|323103
Kitchener|43.4516|-80.4925|256885
Windsor|42.3149|-83.0364|229660
Oakville|43.4675|-79.6877|213759
Richmond Hill|43.8828|-79.4403|202022
Burlington|43.3255|-79.799|186948
Oshawa|43.8971|-78.8658|175383
Greater Sudbury|46.4917|-80.993|166004
Barrie|44.3894|-79.6903|147829
Guelph|43.5448|-80.2482|143740
Whitby|43.8975|-78.9429|138501
Cambridge|43.3616|-80.3144|138479
St. Catharines|43.1594|-79.2469|136803
Milton|43.5183|-79.8774|132979
Kingston|44.2362|-76.496|132485
Ajax|43.8509|-79.0204|126666
Waterloo|43.4643|-80.5204|121436
Thunder Bay|48.3809|-89.2477|108843
Brantford|43.1394|-80.2644|104688
Chatham-Kent|42.4048|-82.191|103988
Clarington|43.9129|-78.688|101427
Pickering|43.8384|-79.0868|99186
Niagara Falls|43.0896|-79.0849|94415
Newmarket|44.0592|-79.4613|87942
Peterborough|44.3091|-78.3197|83651
Kawartha Lakes|44.3501|-78.7417|79247
Caledon|43.8735|-79.737|76581
Sault Ste. Marie|46.5259|-84.3421|72051
Sarnia|42.9745|-82.4066|72047
Norfolk County|42.837|-80.3045|67490
Halton Hills|43.6486|-79.9264|62951
Aurora|44.0065|-79.4504|62057
Welland|42.9922|-79.2483|55750
Belleville|44.1628|-77.3832|55071
North Bay|46.3091|-79.4608|52662
Whitchurch-Stouffville|43.9706|-79.2443|49864
Haldimand County|42.948|-79.86|49216
Cornwall|45.0233|-74.7333|47845
Georgina|44.231|-79.462|47642
Woodstock|43.1306|-80.7467|46705
Quinte West|44.1022|-77.5803|46560
New Tecumseth|44.153|-79.87|43948
Innisfil|44.3001|-79.611|43326
Bradford West Gwillimbury|44.1142|-79.5656|42880
St. Thomas|42.7778|-81.1823|42840
Timmins|48.4758|-81.3305|41145
East Gwillimbury|44.101|-79.44|34637
Orillia|44.6082|-79.4197|33411
Stratford|43.37|-80.9822|33232
Fort Erie|42.918|-78.97|32901
LaSalle|42.233|-83.066|32721
Centre Wellington|43.705|-80.377|31093
Orangeville|43.92|-80.0943|30167
Leamington|42.053|-82.5999|29680
Grimsby|43.2001|-79.5663|28883
King|43.928|-79.527|27333
Prince Edward County|44.008|-77.14|25704
Wasaga Beach|44.52|-80.017|24862
Collingwood|44.5001|-80.2169|24811
Essa|44.27|-79.86|22970
Brockville|44.5955|-75.6903|22116
Owen Sound|44.569|-80.9406|21612
Scugog|44.104|-78.944|21581
Uxbridge|44.1087|-79.1205|21556
Huntsville|45.3269|-79.218|21147
Cobourg|43.9623|-78.1677|20519
Niagara-on-the-Lake|43.255|-79.071|19088
Tillsonburg|42.862|-80.728|18615
Midland|44.75|-79.883|17817
Bracebridge|45.041|-79.311|17305
Kenora|49.767|-94.485|14967
Pembroke|45.823|-77.112|14364
Gravenhurst|44.918|-79.373|13157
`;

const FIGURES = new Map(
  CENTRES.trim().split("\n").map((line) => {
    const [name, ...figures] = line.split("|");
    return [name, figures.map(Number)];
  }),
);

/** The regions, the most populous first. */
export const REGIONS: readonly PlaceRegion[] = REGION_AREAS.map(({ name, postalAreas }) => {
  const [latitude, longitude, population] = FIGURES.get(name)!;
  return { name, latitude, longitude, population, postalAreas };
});
