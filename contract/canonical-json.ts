/**
 * JSON with sorted keys and without undefined fields: equal inputs have equal texts, so that it can be a key, be hashed or be signed.
 * @param value plain JSON data
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    // fromEntries defines own properties, so that a key `__proto__` stays data.
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
