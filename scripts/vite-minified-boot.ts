import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';

const BOOT = 'boot.js';

/** Makes public/boot.js small, which is copied as it is: the first paint waits for it. */
export function minifiedBoot(): Plugin {
  return {
    name: 'rab:minified-boot',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const path = join(dir, BOOT);
      const { code, errors } = minifySync(BOOT, readFileSync(path, 'utf8'));
      if (errors.length > 0) throw new Error(`boot.js: ${errors.map(({ message }) => message).join(', ')}`);
      writeFileSync(path, code);
    },
  };
}
