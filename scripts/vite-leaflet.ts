/**
 * Leaflet finds out by markup whether the browser draws SVG. Trusted Types refuse markup, and every browser of ours draws SVG: so the probe is
 * replaced. The app takes Leaflet as modules, so that parts which it does not use stay out of the build.
 */
import type { Plugin } from 'vite';

const MODULES = 'leaflet/dist/leaflet-src.esm.js';
const PROBE = /var inlineSvg = !!svg\$1 && \(function \(\) \{[\s\S]*?\}\)\(\);/;

export function leafletWithoutMarkup(): Plugin {
  return {
    name: 'rab:leaflet',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === 'leaflet' ? this.resolve(MODULES, importer, { skipSelf: true }) : null;
    },
    transform(code, id) {
      if (!id.replaceAll('\\', '/').includes(`/node_modules/${MODULES}`)) return null;
      if (!PROBE.test(code))
        throw new Error('Leaflet asks in another way whether there is SVG: look at scripts/vite-leaflet.ts');
      return { code: code.replace(PROBE, 'var inlineSvg = !!svg$1;'), map: null };
    },
  };
}
