/** The web app manifest of each language: complete, the same app, and everything that it names is there. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { manifestFile, manifestLocales, webManifest } from '../../../scripts/web-manifest';
import { contentTypeOf } from '../../../contract/content-types';
import { SHARE_PATH } from '../../../contract/share';
import { DEFAULT_LOCALE, LOCALES } from '../../../src/i18n/locales';
import { isOpen, pathName } from '../../../src/app/paths';

/** Alike in every language. */
const IDENTITY = [
  ...(['id', 'name', 'short_name', 'start_url', 'scope', 'display', 'display_override', 'dir'] as const),
  ...(['theme_color', 'background_color', 'launch_handler', 'share_target', 'protocol_handlers'] as const),
];

it('there is one for each language of the app', () => {
  expect(manifestLocales()).toEqual([...LOCALES]);
  expect(manifestFile(DEFAULT_LOCALE)).toBe('manifest.webmanifest');
  for (const locale of LOCALES) expect(contentTypeOf(manifestFile(locale))).toBe('application/manifest+json');
});

it.each(LOCALES)('is the same app in %s, in words of the language', (locale) => {
  const [manifest, first] = [webManifest(locale), webManifest()];
  for (const field of IDENTITY) expect(manifest[field], field).toEqual(first[field]);
  expect(manifest.lang).toBe(locale);
  const texts = [
    manifest.description ?? '',
    ...(manifest.shortcuts ?? []).map(({ name }) => name),
    ...(manifest.screenshots ?? []).map(({ label }) => label ?? ''),
  ];
  expect(texts).toHaveLength(8);
  for (const text of texts) expect(text).toMatch(/^[^\s\u00ad][^\u00ad]*$/);
  if (locale !== 'en') expect(manifest.description).not.toBe(webManifest('en').description);
});

it('leads to routes that there are, each with an icon of its own', () => {
  const { shortcuts = [] } = webManifest();
  const routes = shortcuts.map(({ url }) => /^\.\/#(\/[^?]+)\?shortcut=1$/.exec(url)?.[1] ?? '');
  expect(routes.map(pathName)).toEqual(['deposit', 'withdraw', 'trade', 'service']);
  for (const route of routes) expect(isOpen(route), route).toBe(true);
  expect(new Set(shortcuts.map(({ icons }) => icons?.[0]?.src)).size).toBe(4);
});

it('takes shared images and links of its own scheme', () => {
  const { share_target: share, protocol_handlers: protocols } = webManifest();
  expect(share).toMatchObject({
    action: `.${SHARE_PATH}`,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'images', accept: ['image/*'] }] },
  });
  expect(protocols).toEqual([{ protocol: 'web+rab', url: './?link=%s' }]);
});

it('every picture is there, in the size that is stated', async () => {
  const { icons = [], shortcuts = [], screenshots = [] } = webManifest();
  expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable', 'monochrome']);
  for (const { src, sizes, type } of [...icons, ...screenshots, ...shortcuts.flatMap((one) => one.icons ?? [])]) {
    const { width, height, format } = await sharp(readFileSync(`public/${src}`)).metadata();
    expect([`${width}x${height}`, `image/${format}`], src).toEqual([sizes, type]);
  }
});

it('the monochrome icon is a shape and nothing else', async () => {
  const { data, info } = await sharp(readFileSync('public/icons/monochrome-512.png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(4);
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3];
  // A corner is empty; the stem of the R is not.
  expect([alphaAt(4, 4), alphaAt(170, 256)]).toEqual([0, 255]);
});
