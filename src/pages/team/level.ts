/** A level as people know it. */
export function levelName(level: number): string {
  return `V${level}`;
}
