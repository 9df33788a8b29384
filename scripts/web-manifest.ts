import type { ManifestOptions } from 'vite-plugin-pwa';

/**
 * The web app manifest. Colours repeat --rab-bg and --rab-primary of src/theme/tokens.css (a unit test compares
 * them); shortcut addresses are routes of the hash router and say that they are shortcuts (`src/app/launch.ts`).
 */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'RAB',
  short_name: 'RAB',
  description: 'RAB 数字资产账户：现金、托管与交易',
  lang: 'zh-Hans',
  dir: 'ltr',
  start_url: './#/',
  scope: './',
  display: 'standalone',
  orientation: 'natural',
  theme_color: '#f5f4f0',
  background_color: '#f5f4f0',
  categories: ['finance'],
  icons: [
    { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: 'icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    {
      name: '托管',
      url: './#/pages/index/index2?shortcut=1',
      icons: [{ src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: '资产',
      url: './#/pages/my/my?shortcut=1',
      icons: [{ src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: '现金流水',
      url: './#/pages/blance_record/blance_record?shortcut=1',
      icons: [{ src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: '托管单',
      url: './#/pages/blance_record/blance_record1?shortcut=1',
      icons: [{ src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
  screenshots: [
    { src: 'screenshots/home-narrow.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow', label: '首页' },
    {
      src: 'screenshots/assets-narrow.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: '资产',
    },
    {
      src: 'screenshots/home-wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: '首页（宽屏）',
    },
  ],
};
