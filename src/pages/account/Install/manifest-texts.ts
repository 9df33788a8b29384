/**
 * The texts of the web manifest, which the system shows of the installed app. The build takes their translations out of the
 * catalogues by what stands here (scripts/web-manifest.ts); no page imports them.
 */
import { msg } from '@lingui/core/macro';

export const MANIFEST_TEXTS = {
  description: msg`A digital-asset account: cash, custody and trading`,
  deposit: msg`Deposit`,
  withdraw: msg`Withdraw`,
  trade: msg`Trade`,
  service: msg`Customer service`,
  home: msg`Home`,
  assets: msg`Assets`,
  homeWide: msg`Home on a wide screen`,
};
