/** A page of a real headless Chromium for one part, with the real worker and a test gateway behind it. */
import { build } from 'esbuild';
import { workerConstants } from '../../scripts/support/worker-constants';
import { BrowserSite, launchChromium, type WorkerPage } from '../../tests/worker/support/chromium';

export interface BenchPage {
  site: BrowserSite;
  /** e.g. `Chromium 140.0.1.2` */
  browserName: string;
  /** Runs the exported `run(...args)` of a module in the page. Arguments and answer are JSON data. */
  inPage<T>(entry: string, ...args: unknown[]): Promise<T>;
  /** Runs the exposed `run(...args)` of a module in a dedicated worker of the page. */
  inWorker<T>(entry: string, ...args: unknown[]): Promise<T>;
}

/** One self-contained script, minified as the product's is. */
export async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"', ...workerConstants() },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

function benchPage(site: BrowserSite, page: WorkerPage, browserName: string): BenchPage {
  const asJson = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');
  const urlOf = (source: string) =>
    `URL.createObjectURL(new Blob([${JSON.stringify(source)}], { type: 'text/javascript' }))`;
  return {
    site,
    browserName,
    async inPage(entry, ...args) {
      return page.run(`return (await import(${urlOf(await bundle(entry))})).run(${asJson(args)});`);
    },
    async inWorker(entry, ...args) {
      return page.run(`
        const { wrap } = await import('/comlink.js');
        const worker = new Worker(${urlOf(await bundle(entry))}, { type: 'module' });
        const failed = new Promise((_, reject) => { worker.onerror = (event) => reject(new Error(event.message)); });
        return Promise.race([failed, wrap(worker).run(${asJson(args)})]).finally(() => worker.terminate());
      `);
    },
  };
}

/** Opens a fresh browser, runs `work` and closes it. */
export async function withBenchPage<T>(work: (page: BenchPage) => Promise<T>): Promise<T> {
  const browser = await launchChromium();
  const site = new BrowserSite();
  try {
    await site.open();
    const page = await site.page(await browser.newContext());
    return await work(benchPage(site, page, `Chromium ${browser.version()}`));
  } finally {
    await browser.close();
    await site.close();
  }
}
