/** JSON whose nesting and number of members are bounded before it is parsed. */

export interface JsonLimits {
  /** How deep objects and arrays nest. */
  maxDepth: number;
  /** Members of objects and elements of arrays, in all. */
  maxMembers: number;
}

/** True when `text` is beyond a limit; what stands inside strings does not count. */
export function isTooMuch(text: string, { maxDepth, maxMembers }: JsonLimits): boolean {
  let depth = 0;
  // Each member but the first of its object or array follows a comma.
  let members = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 0x5c) at += 1;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) {
      inString = true;
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      members += 1;
      if (depth > maxDepth || members > maxMembers) return true;
    } else if (char === 0x2c) {
      members += 1;
      if (members > maxMembers) return true;
    } else if (char === 0x7d || char === 0x5d) {
      depth -= 1;
    }
  }
  return false;
}
