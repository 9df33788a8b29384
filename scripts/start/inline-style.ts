import type { Rollup } from 'vite';

/**
 * Takes the styles that index.html links out of it and of the build, so that they can stand in it: then the first paint waits
 * for nothing but the page itself. The content policy admits them by their digest (gateway/http/security-headers.ts).
 */
export function takeStyles(html: string, bundle: Rollup.OutputBundle): { html: string; styles: string } {
  const styles: string[] = [];
  const rest = html.replace(/\s*<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (tag, file: string) => {
    const asset = bundle[file];
    if (asset?.type !== 'asset') return tag;
    styles.push(asset.source.toString().trim());
    delete bundle[file];
    return '';
  });
  return { html: rest, styles: styles.join('') };
}
