/**
 * In place of a token, before the token's SHA-256 in base64url: it ends that token's session by `logout`, and does nothing else.
 * A device whose app lock was wiped has no more of it left.
 */
export const SESSION_END = 'end.';
