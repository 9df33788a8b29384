/** Documents of the operator: judged when they are added, in the reader's language or the nearest, withdrawn for everybody. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_DOCUMENT_BYTES } from '../../../contract/calls/documents';
import type { LangCode } from '../../../contract/ids';
import { examinePdf } from '../../../gateway/adapters/pdf-examiner';
import { documentHandlers } from '../../../gateway/domain/content/documents';
import { EXIT } from '../../../gateway/operator/cli';
import type { ReleaseEnvironment } from '../../../gateway/operator/release-cli';
import { FINE_PDF, HOSTILE_PDFS } from '../../support/pdf-files';
import { keepUploads, openGatewayWorld, type GatewayWorld, type Person } from '../world';
import { madeFolder } from '../../support/made-folder';
import { describeOnDatabase } from '../support/database';
import { runOperator } from '../support/operators';

describeOnDatabase('documents', (fixture) => {
  let world: GatewayWorld;
  let who: Person;
  const folder = madeFolder('documents');
  const operator = (...line: string[]) =>
    runOperator(world.deps, ['--json', ...line], { releases: () => ({ callerDir: folder }) as ReleaseEnvironment });
  const refusal = async (...line: string[]) => {
    const ran = await operator(...line);
    expect(ran.code).toBe(EXIT.input);
    return ran.json.message;
  };
  const publish = async (...line: string[]) => {
    const ran = await operator('document', 'publish', ...line);
    expect(ran, ran.json.message).toMatchObject({ code: EXIT.done });
    return (ran.json.data as { id: string }).id;
  };
  const asked = (lang: LangCode) => world.contextOf(who, 'documentFile', { lang });
  const listed = async () => (await world.call(who, 'documents', {})).documents;

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    keepUploads(world.deps, folder);
    who = await world.person('0');
    await writeFile(join(folder, 'terms.pdf'), FINE_PDF);
    await writeFile(join(folder, 'terms-de.pdf'), Buffer.concat([FINE_PDF, Buffer.from('\n')]));
  });

  it('are listed in the operator’s order, and read in the reader’s language or the nearest', async () => {
    const late = await publish('--title', 'EN=Risk', '--file', 'EN=terms.pdf');
    const id = await publish(
      ...['--title', 'EN=Terms', '--title', 'DE=Bedingungen', '--text', 'EN=From January on'],
      ...['--file', 'EN=terms.pdf', '--file', 'DE=terms-de.pdf', '--position', '1'],
    );
    const bytes = FINE_PDF.length;
    expect(await listed()).toMatchObject([
      { id, title: 'Terms', text: 'From January on', lang: 'EN', bytes, pages: 1, publishedAt: world.time.now },
      { id: late, title: 'Risk', text: '', lang: 'EN', pages: 1 },
    ]);
    const { pdf, ...facts } = await world.call(who, 'documentFile', { id });
    expect(facts).toEqual({ title: 'Terms', lang: 'EN' });
    expect(Buffer.from(pdf, 'base64').equals(FINE_PDF)).toBe(true);
    const german = await documentHandlers.documentFile(asked('DE'), { id });
    expect([german.lang, Buffer.from(german.pdf, 'base64').length]).toEqual(['DE', bytes + 1]);
    expect(await documentHandlers.documentFile(asked('TW'), { id })).toMatchObject({ lang: 'EN' });

    await operator('content', 'withdraw', id);
    expect((await listed()).map((one) => one.id)).toEqual([late]);
    expect(await world.refused(who, 'documentFile', { id })).toMatchObject({ code: 'not-found' });
    expect(await world.refused(who, 'documentFile', { id: 'x' })).toMatchObject({ code: 'not-found' });
  });

  it('are refused with a sentence that names the language or the file', async () => {
    expect(await refusal('document', 'publish', '--title', 'EN=T', '--title', 'DE=T', '--file', 'EN=terms.pdf')).toBe(
      'the DE file is missing',
    );
    expect(await refusal('document', 'publish', '--title', 'DE=T', '--file', 'EN=terms.pdf')).toContain(
      'EN title is empty',
    );
    expect(await refusal('document', 'publish', '--title', 'EN=T', '--file', 'EN=nowhere.pdf')).toContain(
      'cannot be read',
    );
    await writeFile(join(folder, 'large.pdf'), Buffer.alloc(MAX_DOCUMENT_BYTES + 1));
    expect(await refusal('document', 'publish', '--title', 'EN=T', '--file', 'EN=large.pdf')).toBe(
      `the file large.pdf has more than ${MAX_DOCUMENT_BYTES} bytes`,
    );
    await writeFile(join(folder, 'web.pdf'), '<html>');
    expect(await refusal('document', 'publish', '--title', 'EN=T', '--file', 'EN=web.pdf')).toBe(
      'web.pdf: this is no PDF',
    );
    expect(await listed()).toHaveLength(1);
  });
});

describe('a PDF that is judged', () => {
  it.each(HOSTILE_PDFS)('is refused: %s', async (_name, bytes) => {
    expect(await examinePdf(bytes)).toHaveProperty('fault');
  });

  it('is given so much time', async () => {
    expect(await examinePdf(FINE_PDF, 0)).toEqual({ fault: 'too-slow' });
  });
});
