import type { Plugin } from 'vite';

/**
 * Puts the styles that index.html links into it, so that the first paint waits for nothing but the page itself. The
 * content policy admits them by their digest (gateway/http/security-headers.ts).
 */
export function inlineStyle(): Plugin {
  return {
    name: 'rab:inline-style',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const styles: string[] = [];
        const rest = html.replace(/\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (tag, file: string) => {
          const asset = bundle?.[file];
          if (asset?.type !== 'asset') return tag;
          styles.push(asset.source.toString().trim());
          delete bundle?.[file];
          return '';
        });
        // Before the script that the rest of the page waits for: read while that one is on its way.
        return rest.replace('<script src="/boot.js"', (tag) => `<style>${styles.join('')}</style>\n    ${tag}`);
      },
    },
  };
}
