import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type * as shapes from './support/answer-shapes';

const SHAPES = fileURLToPath(new URL('support/answer-shapes.ts', import.meta.url));

/**
 * Writes the fingerprints of kept answers into the worker, in the build and in tests alike: a kept answer of another
 * fingerprint is not read (worker/cached-answers.ts).
 */
export function answerShapes(): Plugin {
  return {
    name: 'rab:answer-shapes',
    async config() {
      const { module } = await runnerImport<typeof shapes>(SHAPES);
      return { define: module.shapeConstants() };
    },
  };
}
