import { defineConfig } from '@lingui/cli';

/**
 * Messages in the code are written in English. zh-Hans is the language the app starts in and is complete;
 * a text that another catalogue lacks is shown in English.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['zh-Hans', 'zh-Hant', 'en', 'de', 'fr', 'ko', 'ja', 'th', 'vi'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['src'], exclude: ['src/gallery/**'] }],
  format: 'po',
  formatOptions: { lineNumbers: false },
});
