/**
 * Begins a text that stands in place of a token; the token's SHA-256 in base64url follows. The text ends that token's session by
 * `logout`, and does nothing else. A device whose app lock was wiped has no more of the token left.
 */
export const SESSION_END = 'end.';
