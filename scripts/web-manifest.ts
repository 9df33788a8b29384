/** Makes the web app manifest, one for each language. Paths are those of the project's folder, which builds and tests run in. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { ManifestOptions } from 'vite-plugin-pwa';
import { SHARE_FIELD, SHARE_PATH } from '../contract/share.ts';
import { parseCatalogue } from './support/catalogue.ts';

/** The page's own language; its manifest has the plain name. */
const DEFAULT_LOCALE = 'zh-Hans';
const TEXTS_FILE = 'src/pages/account/Install/manifest-texts.ts';
const TEXT = /^ {2}(\w+): msg`([^`]+)`,$/gm;

/** As contract/content-types.ts and the page's link (src/i18n/activate.ts) know it. */
export function manifestFile(locale: string): string {
  return locale === DEFAULT_LOCALE ? 'manifest.webmanifest' : `manifest.${locale}.webmanifest`;
}

/** The languages that the catalogues are in. */
export function manifestLocales(): string[] {
  const config = readFileSync('lingui.config.ts', 'utf8');
  return [...(/locales: \[([^\]]+)\]/.exec(config)?.[1] ?? '').matchAll(/'([\w-]+)'/g)].map(
    ([, locale = '']) => locale,
  );
}

/** Reads a language's texts out of its catalogue; a text that it lacks is shown in English, as in the app. */
function textsOf(locale: string): (name: string) => string {
  const catalogue = parseCatalogue(readFileSync(`locales/${locale}.po`, 'utf8'));
  const sources = new Map([...readFileSync(TEXTS_FILE, 'utf8').matchAll(TEXT)].map(([, name, text]) => [name, text]));
  return (name) => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`${TEXTS_FILE} has no text "${name}"`);
    // Soft hyphens are for narrow places of our own.
    return (catalogue.get(source) || source).replaceAll('\u00ad', '');
  };
}

/** A shortcut's address says that it is one (`src/app/launch.ts`). */
function shortcut(name: string, route: string, icon: string) {
  const src = `icons/shortcut-${icon}.png`;
  return { name, url: `./#${route}?shortcut=1`, icons: [{ src, sizes: '192x192', type: 'image/png' }] };
}

function picture(name: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) {
  return { src: `screenshots/${name}.png`, sizes, type: 'image/png', form_factor, label };
}

/**
 * The manifest in a language. `id` makes it the same app in every language. Colours repeat --rab-bg of src/theme/tokens.css (a unit
 * test compares them); addresses of shortcuts are routes of the hash router.
 */
export function webManifest(locale = DEFAULT_LOCALE): Partial<ManifestOptions> {
  const text = textsOf(locale);
  return {
    id: '/',
    name: 'RAB',
    short_name: 'RAB',
    description: text('description'),
    lang: locale,
    dir: 'ltr',
    start_url: './#/',
    scope: './',
    display: 'standalone',
    // A browser that cannot do without its own bar shows the smallest one.
    display_override: ['standalone', 'minimal-ui'],
    // A link or a share opens in the window that is there.
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    orientation: 'natural',
    theme_color: '#f5f4f0',
    background_color: '#f5f4f0',
    categories: ['finance'],
    icons: [
      { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: 'icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: 'icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
    ],
    shortcuts: [
      shortcut(text('deposit'), '/pages/withdraw/withdraw1', 'deposit'),
      shortcut(text('withdraw'), '/pages/withdraw/withdraw', 'withdraw'),
      shortcut(text('trade'), '/pages/index/index1', 'trade'),
      shortcut(text('service'), '/pages/kefu/kefu', 'service'),
    ],
    // The service worker takes it (worker/service/shared-images.ts).
    share_target: {
      action: `.${SHARE_PATH}`,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARE_FIELD, accept: ['image/*'] }] },
    },
    // src/app/app-links.ts reads it.
    protocol_handlers: [{ protocol: 'web+rab', url: './?link=%s' }],
    screenshots: [
      picture('home-narrow', '780x1688', 'narrow', text('home')),
      picture('assets-narrow', '780x1688', 'narrow', text('assets')),
      picture('home-wide', '1280x800', 'wide', text('homeWide')),
    ],
  };
}

/** Writes the manifests of the languages that vite-plugin-pwa, which makes one, does not. */
export function otherManifests(): Plugin {
  return {
    name: 'rab:manifests',
    apply: 'build',
    generateBundle() {
      for (const locale of manifestLocales()) {
        if (locale === DEFAULT_LOCALE) continue;
        const source = JSON.stringify(webManifest(locale));
        this.emitFile({ type: 'asset', fileName: manifestFile(locale), source });
      }
    },
  };
}
