/** Inputs for the calls of what the operator publishes. */
import { expect } from 'vitest';
import sharp from 'sharp';
import { act } from '../../gateway/support/operators';
import { FINE_PDF } from '../../support/pdf-files';
import type { RealGateway } from './real-gateway';

async function acted(gateway: RealGateway, command: string, input: object): Promise<{ id: string }> {
  const reply = await act(gateway.deps, command, input);
  expect(reply).toMatchObject({ ok: true });
  return { id: (reply as { data: { id: string } }).data.id };
}

function publishedNews(gateway: RealGateway): Promise<{ id: string }> {
  const texts = { EN: { title: 'Opening', text: 'We are open.', body: 'Come **in**.' } };
  return acted(gateway, 'content publish', { kind: 'news', texts });
}

let versions = 0;

function publishedMandatory(gateway: RealGateway): Promise<{ id: string }> {
  versions += 1;
  const texts = { EN: { title: 'Risk', text: '', body: 'Read **this**.' } };
  return acted(gateway, 'content publish', { kind: 'mandatory', name: 'risk', version: versions, texts });
}

async function publishedImage(gateway: RealGateway): Promise<{ id: string }> {
  const picture = sharp({ create: { width: 8, height: 4, channels: 3, background: '#2340ce' } });
  return acted(gateway, 'content image', { base64: (await picture.png().toBuffer()).toString('base64') });
}

async function publishedDocument(gateway: RealGateway): Promise<{ id: string }> {
  const { id: file } = await acted(gateway, 'content file', { base64: FINE_PDF.toString('base64') });
  return acted(gateway, 'content publish', { kind: 'document', texts: { EN: { title: 'Terms', text: '', file } } });
}

const nothing = () => ({});

export const contentInputs = (gateway: () => RealGateway) => ({
  newsItem: () => publishedNews(gateway()),
  contentImage: () => publishedImage(gateway()),
  readMarks: nothing,
  markRead: async () => ({ ids: [(await publishedNews(gateway())).id] }),
  commonQuestions: nothing,
  communityLinks: nothing,
  documents: () => publishedDocument(gateway()).then(nothing),
  documentFile: () => publishedDocument(gateway()),
  mandatoryNotices: () => publishedMandatory(gateway()).then(nothing),
  acknowledgeNotice: () => publishedMandatory(gateway()),
});
