import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import AssetsReport from '../../../../src/pages/assets/AssetsReport';
import { find } from '../../support/render';
import { goodHandlers } from '../fixtures';
import { opened, tap, until, untilText } from '../support';

describe('Assets report', () => {
  beforeEach(() => appHistory.replace(paths.assetsReport));

  it('leads to a statement of all assets as a file, offline too', async () => {
    const worker = opened(AssetsReport, goodHandlers());
    await untilText('Cash account · USDT');
    worker.emit({ type: 'connection', online: false });
    await untilText('as of');
    await tap('Export statement');
    await until(() => expect(find('dialog').textContent).toContain('Offline: the file holds what is saved'));
    expect(find<HTMLInputElement>('dialog [aria-label=Asset] input').checked).toBe(true);
  });
});
