/**
 * Runs before the first paint, so that no wrong theme, price colour or language flashes, and begins what need not wait for the
 * page's own scripts (docs/start.md). The build makes one classic script of it, with everything that it imports.
 */
import { readPreference } from '../../theme/preferences';
import { FILES_ATTRIBUTE, type StartFiles } from '../manifest';
import { admitOwnScripts } from './admit-scripts';
import { showLooks } from './looks';
import { startEarly } from './start-early';
import { startPage } from './start-page';
import { watchStart } from './watch-start';

const written = document.currentScript?.getAttribute(FILES_ATTRIBUTE);
const isInside = readPreference('rab.inside') === '1';

watchStart();
admitOwnScripts();
const locale = showLooks();
if (written) {
  const files = JSON.parse(written) as StartFiles;
  if (isInside) startEarly(files, locale);
  startPage(files, isInside ? undefined : files.loginTexts[locale]);
}
