import { transformAsync, type PluginItem } from '@babel/core';

/** Runs plugins over a TypeScript module as a step of Vite. @returns null when nothing is left of it */
export async function throughBabel(
  code: string,
  id: string,
  plugins: PluginItem[],
  syntax: ('typescript' | 'jsx')[] = ['typescript'],
) {
  const result = await transformAsync(code, {
    filename: id,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: syntax },
    plugins,
  });
  return result?.code ? { code: result.code, map: result.map } : null;
}
