/** Places on the map as coordinates, and how people write them. Pure. */

/** Degrees of WGS 84. These are positions on a drawing, never amounts. */
export interface Place {
  lat: number;
  lng: number;
  name: string | null;
}

/** The map's projection ends here. */
export const MAX_LAT = 85;
/** About a metre. */
const DECIMALS = 5;
const MAX_NAME = 80;

const DEGREES = String.raw`([+-]?[0-9]{1,3}(?:\.[0-9]{1,12})?)`;
const PAIR = new RegExp(String.raw`^\s*${DEGREES}\s*°?\s*([NSns])?\s*(?:[,;]\s*|\s+)${DEGREES}\s*°?\s*([EWew])?\s*$`);

function isOnEarth(lat: number, lng: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
}

/** Reads `31.23, 121.47`, `31.23 121.47` and `33.86 S, 151.21 E`; null for anything else. */
export function parseCoordinates(text: string): Place | null {
  const [, latText, south = '', lngText, west = ''] = PAIR.exec(text) ?? [];
  if (latText === undefined || lngText === undefined) return null;
  const lat = Number(latText) * (south.toUpperCase() === 'S' ? -1 : 1);
  const lng = Number(lngText) * (west.toUpperCase() === 'W' ? -1 : 1);
  return isOnEarth(lat, lng) ? { lat, lng, name: null } : null;
}

/** The same in every language, so that it can be copied into any other map: `31.23040, 121.47370`. */
export function formatCoordinates({ lat, lng }: Pick<Place, 'lat' | 'lng'>): string {
  return `${degreesText(lat)}, ${degreesText(lng)}`;
}

function degreesText(degrees: number): string {
  const text = degrees.toFixed(DECIMALS);
  return Number(text) === 0 ? (0).toFixed(DECIMALS) : text;
}

/** The place that a link names; null where it names none on earth. */
export function placeOfLink({
  lat,
  lng,
  name,
}: Partial<Record<'lat' | 'lng' | 'name', string | undefined>>): Place | null {
  const place = parseCoordinates(`${lat ?? ''}, ${lng ?? ''}`);
  const line =
    name
      ?.replace(/[\p{C}\p{Z}]+/gu, ' ')
      .trim()
      .slice(0, MAX_NAME) ?? '';
  return place && { ...place, name: line === '' ? null : line };
}

export function linkOf({ lat, lng, name }: Place): Record<'lat' | 'lng' | 'name', string | undefined> {
  return { lat: degreesText(lat), lng: degreesText(lng), name: name ?? undefined };
}
