import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Assets from '../../../../src/pages/assets/Assets';
import AssetsReport from '../../../../src/pages/assets/AssetsReport';
import { find } from '../../support/render';
import { goodHandlers } from '../fixtures';
import { opened, tap, tapAt, text, until, untilText } from '../support';

describe('Assets', () => {
  beforeEach(() => appHistory.replace(paths.assets));

  it('describes the curve in a sentence and as a table, by period', async () => {
    opened(Assets, goodHandlers());
    await untilText('View as table');
    expect(find('[role=img][aria-label*=highest]').getAttribute('aria-label')).toContain(
      'from 24,828.12 to 28,640.52 USDT, lowest 24,828.12, highest 28,640.52',
    );
    await tapAt('[role=radiogroup] input');
    expect(find('[role=img][aria-label*=highest]').getAttribute('aria-label')).toContain('from 27,100.12');
    await tap('View as table');
    await until(() => expect(document.querySelectorAll('dialog tbody tr')).toHaveLength(8));
    expect(find('dialog tbody tr').textContent).toContain('28,640.52');
  });

  it('stamps each card with its age without a connection', async () => {
    const worker = opened(Assets, goodHandlers());
    await untilText('6,310.520000');
    expect(text()).not.toContain('as of');
    worker.emit({ type: 'connection', online: false });
    await until(() => expect(text().match(/as of/g)).toHaveLength(3));
  });
});

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
