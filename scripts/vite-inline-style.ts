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
        return rest.replace('</head>', () => `<style>${styles.join('')}</style>\n  </head>`);
      },
    },
  };
}
