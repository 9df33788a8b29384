import { relative } from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

/**
 * Sources whose texts the login page can show: the frame, what every screen is made of, and the page itself. Notices are told
 * to who is logged in, after a page that has waited for all texts.
 */
const START_SOURCES =
  /^src\/(?!app\/shell\/(?:notices\b|NoticeLink\b))(?:app|bridge|components|errors|form|i18n|install|update|routes|pages\/account\/(?:Login|parts)\b)/;

/**
 * `locales/<locale>.po?start`: the texts of a catalogue that the login page needs, so that a first visit does not wait for
 * all others. The catalogue says where each text is used; scripts/check-budgets.mjs compares with the built shell.
 */
export function loginTexts(): Plugin {
  const config = getConfig();
  return {
    name: 'rab:login-texts',
    transform: {
      filter: { id: /\.po\?start$/ },
      async handler(_, id) {
        const path = id.slice(0, id.indexOf('?'));
        const found = getCatalogForFile(relative(config.rootDir ?? process.cwd(), path), await getCatalogs(config));
        if (!found) throw new Error(`${path} is no catalogue`);
        const { locale, catalog } = found;
        const used = (await catalog.read(locale)) ?? {};
        const { messages } = await catalog.getTranslations(locale, {
          fallbackLocales: config.fallbackLocales || { default: 'en' },
          sourceLocale: config.sourceLocale ?? 'en',
        });
        const isAtStart = (key: string) => used[key]?.origin?.some(([file]) => START_SOURCES.test(file));
        const start = Object.fromEntries(Object.entries(messages).filter(([key]) => isAtStart(key)));
        const { source, errors } = createCompiledCatalog(locale, start, { namespace: 'es' });
        if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ error }) => error.message).join('; ')}`);
        return { code: source, map: null, moduleType: 'js' };
      },
    },
  };
}
