import type { Plugin } from 'vite';
import { BOOT_FILE, FILES_ATTRIBUTE } from '../../src/start/manifest.ts';
import { startFiles } from './files.ts';
import { takeStyles } from './inline-style.ts';
import { has } from './tricks.ts';

/** Takes the page's own scripts out: boot asks for them, on a first visit after the first paint. */
function takeScripts(html: string): { html: string; scripts: string[] } {
  const scripts: string[] = [];
  const rest = html.replace(/\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g, (_, address: string) => {
    scripts.push(address);
    return '';
  });
  if (scripts.length === 0) throw new Error('the page has no scripts');
  return { html: rest, scripts };
}

/** Puts boot into every page; in the build with what it has to know of it, and with the styles of the first paint before it. */
export function startPage(): Plugin {
  return {
    name: 'rab:start-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const boot = (more: string) => `<script src="/${BOOT_FILE}"${more}></script>`;
        if (!bundle) return html.replace('</head>', (end) => `${boot('')}\n  ${end}`);
        const styled = has('inlineStyle') ? takeStyles(html, bundle) : { html, styles: '' };
        const paced = has('pacedScripts') ? takeScripts(styled.html) : { html: styled.html, scripts: [] };
        const files = JSON.stringify(startFiles(bundle, paced.scripts));
        const style = styled.styles === '' ? '' : `<style>${styled.styles}</style>\n    `;
        // The style is read while the script that the rest of the page waits for is on its way.
        return paced.html.replace('</head>', (end) => `  ${style}${boot(` ${FILES_ATTRIBUTE}='${files}'`)}\n  ${end}`);
      },
    },
  };
}
