/** Documents that the operator has published, each in the reader's language or the nearest (docs/rules.md §9). */
import { MAX_DOCUMENTS } from '../../../contract/calls/documents';
import { Refusal, type Handlers } from '../call-context';
import { isRecordId } from '../paging';
import { contentFileOf } from './files-repo';
import { langFor, textFor } from './language';
import { orderedContents, publishedContent } from './repo';

export const documentHandlers: Handlers<'documents' | 'documentFile'> = {
  async documents({ deps, now, lang }) {
    const rows = await orderedContents(deps.db.db, { kind: 'document', now, limit: MAX_DOCUMENTS });
    return {
      documents: rows.flatMap(({ id, texts, publishedAt }) => {
        const { title, text, file } = textFor(texts, lang);
        if (!file) return [];
        return { id, title, text, publishedAt, lang: langFor(texts, lang), bytes: file.bytes, pages: file.pages };
      }),
    };
  },

  async documentFile({ deps, now, lang }, { id }) {
    const row = isRecordId(id) ? await publishedContent(deps.db.db, id, { kinds: ['document'], now }) : null;
    const text = row && textFor(row.texts, lang);
    const kept = text?.file && (await contentFileOf(deps.db.db, text.file.id));
    if (!row || !kept) throw new Refusal('not-found');
    const pdf = Buffer.from(await deps.files.read(kept.path)).toString('base64');
    return { title: text.title, lang: langFor(row.texts, lang), pdf };
  },
};
