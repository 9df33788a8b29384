/** Keys that passwords are hashed under; made of the gateway's secrets. */

export interface PasswordKey {
  /** Tells which key a row was made with: eight hex digits of the key's own hash. */
  id: string;
  key: Uint8Array;
}

export interface PasswordKeys {
  /** The key that hashes everything from now on. */
  current: PasswordKey;
  /** Keys of former secrets: rows that were made with them are still found right. */
  older: readonly PasswordKey[];
}
