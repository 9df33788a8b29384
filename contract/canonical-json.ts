/**
 * Writes JSON with sorted keys and without undefined fields: equal inputs have equal texts, so that the text can be a key, be
 * hashed or be signed. Keys are sorted as texts, numbers too: data that was signed or hashed once has this text for ever.
 * @param value plain JSON data
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const pairs = Object.entries(value).filter(([, part]) => part !== undefined);
  const sorted = pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(',')}}`;
}
