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
        // The first paint is the page's own text and style: scripts are not to keep it waiting.
        const paced = rest.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"');
        return paced.replace('</head>', () => `<style>${styles.join('')}</style>\n  </head>`);
      },
    },
  };
}
