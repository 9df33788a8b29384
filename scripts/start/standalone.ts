import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, minifySync, type Plugin } from 'vite';
import { BOOT_FILE } from '../../src/start/manifest.ts';
import { INLINED_NAMES, trickConstants } from './tricks.ts';

const BOOT = fileURLToPath(new URL('../../src/start/boot/boot.ts', import.meta.url));
const DRAW = fileURLToPath(new URL('../../src/start/picture/draw.ts', import.meta.url));

/** As Vite names the page's other files. */
const DRAW_FILE = /^assets\/draw-[\w-]{8}\.js$/;
const HASH_LENGTH = 8;

/** Makes one script of a module and everything that it imports. @param format `iife` for a classic script */
async function standalone(entry: string, format: 'iife' | 'es'): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: trickConstants(),
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry, formats: [format], name: 'start' },
      rolldownOptions: { optimization: INLINED_NAMES },
    },
  });
  const [output] = Array.isArray(built) ? built.flatMap(({ output: files }) => files) : [];
  if (output?.type !== 'chunk') throw new Error(`${entry} did not become a script`);
  const { code, errors } = minifySync(output.fileName, output.code);
  if (errors.length > 0) throw new Error(`${entry}: ${errors.map(({ message }) => message).join(', ')}`);
  return code;
}

export const isDrawFile = (file: string): boolean => DRAW_FILE.test(file);

/**
 * Makes the two scripts of the start that are there before the page's own: boot, which every page runs before its first paint,
 * and the one that shows the picture of Home. Neither waits for a file of the page.
 */
export function standaloneScripts(): Plugin {
  return {
    name: 'rab:start-scripts',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: BOOT_FILE, source: await standalone(BOOT, 'iife') });
      const draw = await standalone(DRAW, 'es');
      const digest = createHash('sha256').update(draw).digest('base64url').slice(0, HASH_LENGTH);
      this.emitFile({ type: 'asset', fileName: `assets/draw-${digest}.js`, source: draw });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${BOOT_FILE}`, (_, response, next) => {
        standalone(BOOT, 'iife').then(
          (code) => response.setHeader('Content-Type', 'text/javascript').end(code),
          (error: unknown) => next(error),
        );
      });
    },
  };
}
