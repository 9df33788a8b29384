/** The page that a browser gets while the gateway starts: says so in the reader's language, and comes back by itself. */
import { html, raw } from 'hono/html';
import { parseAccept } from 'hono/utils/accept';

/** Texts by the language that a browser names; people whose language is missing get the first (docs/rules.md §15). */
const TEXTS = {
  'zh-Hans': ['正在启动…', '服务器正在启动，本页会自动刷新。'],
  'zh-Hant': ['正在啟動…', '伺服器正在啟動，本頁會自動重新整理。'],
  en: ['Starting …', 'The server is starting. This page reloads by itself.'],
  de: ['Startet …', 'Der Server startet. Diese Seite lädt sich von selbst neu.'],
  fr: ['Démarrage…', 'Le serveur démarre. Cette page se recharge d’elle-même.'],
  ko: ['시작하는 중…', '서버가 시작되고 있습니다. 이 페이지는 자동으로 새로 고쳐집니다.'],
  ja: ['起動中…', 'サーバーを起動しています。このページは自動的に再読み込みされます。'],
  th: ['กำลังเริ่ม…', 'เซิร์ฟเวอร์กำลังเริ่มทำงาน หน้านี้จะโหลดใหม่เอง'],
  vi: ['Đang khởi động…', 'Máy chủ đang khởi động. Trang này sẽ tự tải lại.'],
} as const satisfies Record<string, readonly [title: string, text: string]>;

type Language = keyof typeof TEXTS;

/** The browser asks again after this time, seconds. */
const RELOAD_S = 1;

const STYLE = `:root{color-scheme:light dark}
body{min-height:100dvh;margin:0;display:grid;place-content:center;gap:8px;padding:24px;text-align:center;
font:16px/1.5 system-ui,sans-serif;background:light-dark(#f5f4f0,#0f1115);color:light-dark(#14161b,#f2f2ef)}
h1{margin:0;font-size:20px}p{margin:0}`;

function languageOf(tag: string): Language | null {
  const [language = '', ...parts] = tag.toLowerCase().split('-');
  if (language === 'zh') return ['hant', 'tw', 'hk', 'mo'].some((part) => parts.includes(part)) ? 'zh-Hant' : 'zh-Hans';
  return language in TEXTS ? (language as Language) : null;
}

/** @param acceptLanguage the header as the browser sent it */
function preferred(acceptLanguage: string): Language {
  for (const { type } of parseAccept(acceptLanguage)) {
    const language = languageOf(type);
    if (language) return language;
  }
  return 'zh-Hans';
}

/** Allows the page its own style and nothing else. Nothing in the page comes from a request. */
export const STARTING_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The address keeps its fragment over the reload, so a link to a screen still leads there. */
export function startingPage(acceptLanguage: string) {
  const language = preferred(acceptLanguage);
  const [title, text] = TEXTS[language];
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="refresh" content="${RELOAD_S}" />
        <title>RAB · ${title}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <h1>RAB</h1>
        <p role="status">${text}</p>
      </body>
    </html>`;
}
