/** Masks names of members: enough for their inviter to know them, and nothing for a stranger. */

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** `Lina` as `L***a`; of two characters or one only the first stays. Always as many stars, so that they tell no length. */
export function maskName(name: string): string {
  const all = [...characters.segment(name)].map(({ segment }) => segment);
  return `${all[0] ?? ''}***${all.length > 2 ? all.at(-1) : ''}`;
}
