import type { Plugin, Rollup } from 'vite';

const START_CATALOGUE = /\/locales\/([\w-]+)\.po\?start$/;

/** Returns the addresses of the login page's catalogues, by language. */
function startCatalogues(bundle: Rollup.OutputBundle): Record<string, string> {
  const found = Object.values(bundle).flatMap((output) => {
    const locale = output.type === 'chunk' ? START_CATALOGUE.exec(output.facadeModuleId ?? '')?.[1] : undefined;
    return locale === undefined ? [] : [[locale, `/${output.fileName}`]];
  });
  return Object.fromEntries(found) as Record<string, string>;
}

/**
 * Leaves it to public/boot.js when the page asks for its scripts: on a first visit after the first paint, which is the
 * page's own text and style, and together with the texts of the login page, which would be found out of them only.
 */
export function pacedScripts(): Plugin {
  return {
    name: 'rab:paced-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        const scripts: string[] = [];
        const rest = html.replace(/\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g, (_, address: string) => {
          scripts.push(address);
          return '';
        });
        const texts = startCatalogues(bundle);
        if (scripts.length === 0 || Object.keys(texts).length === 0)
          throw new Error('the page has no scripts or no texts');
        const page = JSON.stringify({ scripts, texts });
        return rest.replace('<script src="/boot.js"', (tag) => `${tag} data-page='${page}'`);
      },
    },
  };
}
