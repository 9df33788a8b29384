/** Invoke: what a cached answer costs the page beside a bare message there and back. */
import { LOGIN } from '../tests/worker/support/demo-gateway';
import type { InvokeSettings } from './browser/invoke';
import { bundle, withBenchPage } from './browser/page';
import type { Comparison } from './measure';
import type { Part } from './part';

/** More than a page. */
const ORDERS = 60;

export const invoke: Part = ({ isQuick }) =>
  withBenchPage(async ({ site, inPage, browserName }) => {
    for (let order = 0; order < ORDERS; order += 1) site.demo.addOrder();
    const settings: InvokeSettings = {
      echoSource: await bundle('bench/browser/echo.ts'),
      login: LOGIN,
      runs: isQuick ? 20 : 100,
      rounds: isQuick ? 3 : 15,
      warmUps: isQuick ? 1 : 3,
    };
    return { comparisons: await inPage<Comparison[]>('bench/browser/invoke.ts', settings), ranOn: browserName };
  });
