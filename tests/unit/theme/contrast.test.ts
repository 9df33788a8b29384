import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/theme/tokens.css', 'utf8');

type Theme = 'light' | 'dark';

/** The `--rab-*` hex colours that a theme's block declares. */
function colours(theme: Theme): Map<string, string> {
  const start = theme === 'light' ? css.indexOf(':root {') : css.indexOf(":root[data-prefers-color-scheme='dark'] {");
  const block = css.slice(start, css.indexOf('\n}', start));
  return new Map(
    [...block.matchAll(/--rab-([a-z0-9-]+):\s*(#[0-9a-f]{6})\b/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

/** WCAG 2 relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['bg', 'surface', 'surface-2'];
const TEXTS = ['ink', 'ink-2', 'ink-3', 'primary-text', 'red', 'green', 'success', 'warning', 'danger'];
const PAIRS: [text: string, ground: string][] = [
  ['on-primary', 'primary'],
  ['on-primary', 'primary-press'],
  ['on-danger', 'danger-fill'],
  ['primary-text', 'primary-soft'],
  ['red', 'red-soft'],
  ['green', 'green-soft'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['night-ink', 'night'],
  ['night-ink-2', 'night'],
];
const TEXT_CASES = [...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)), ...PAIRS];
const GRAPHIC_CASES = [
  ...GROUNDS.map((ground) => ['control', ground] as const),
  ...['c1', 'c2', 'c3', 'c4', 'c5', 'c6'].map((series) => [series, 'surface'] as const),
  ['primary-text', 'surface-2'] as const,
];

describe.each<Theme>(['light', 'dark'])('%s theme', (theme) => {
  const token = (name: string): string => {
    const hex = colours(theme).get(name);
    if (!hex) throw new Error(`--rab-${name} is not a hex colour of the ${theme} theme`);
    return hex;
  };
  it.each(TEXT_CASES)('text %s on %s is at least 4.5:1', (text, ground) => {
    expect(contrast(token(text), token(ground))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(GRAPHIC_CASES)('graphic %s on %s is at least 3:1', (graphic, ground) => {
    expect(contrast(token(graphic), token(ground))).toBeGreaterThanOrEqual(3);
  });
});
