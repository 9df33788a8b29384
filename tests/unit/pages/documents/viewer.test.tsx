import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { bridge } from '../../../../src/bridge/bridge';
import { handOver } from '../../../../src/documents/handed-over';
import Viewer from '../../../../src/pages/documents/Viewer';
import { render } from '../../support/render';
import { FakeWorker } from '../fake-worker';
import { install, until, untilText } from '../support';

const fileOf = (content: string) => new File([content], 'statement.pdf', { type: 'application/pdf' });

describe('the document viewer', () => {
  beforeEach(async () => {
    appHistory.replace(paths.document);
    install(new FakeWorker({}));
    await until(() => expect(bridge().session.get()?.state).toBe('open'));
  });

  it('judges a published file as any other', async () => {
    appHistory.replace(`${paths.document}?id=8`);
    install(new FakeWorker({ documentFile: () => ({ title: 'Terms', lang: 'EN', pdf: btoa('<html></html>') }) }));
    render(<Viewer />);
    await untilText('This file is not a PDF document.');
  });

  it('opens nothing of another account than it was handed over under', async () => {
    handOver(fileOf('%PDF-1.7'));
    const session = bridge().session.get();
    if (session?.state !== 'open') throw new Error('there is no session');
    bridge().session.set({ ...session, accountId: '999' });
    render(<Viewer />);
    await untilText('Statements that you make as PDF open here.');
  });
});
