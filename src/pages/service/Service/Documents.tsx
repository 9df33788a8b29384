import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import { documents } from '../../../../contract/calls/documents';
import { LANGUAGE_TAGS } from '../../../../contract/ids';
import { hrefTo, paths } from '../../../app/paths';
import type { Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { SectionTitle } from '../../../components/SectionTitle';
import { formatSize } from '../../../format/bytes';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import styles from './Service.module.css';

/** Lists what the operator has published as PDF; each opens in the viewer. Nothing where there is none. */
export function Documents() {
  const read = useCall(documents, {});
  const known = read.data?.documents;
  if (known?.length === 0) return null;
  return (
    <section className={styles['section']}>
      <SectionTitle title={<Trans>Documents</Trans>} />
      <ReadArea read={read} hasData={known !== undefined} skeleton="rows" count={2}>
        <Card padded={false}>
          {known?.map((one) => (
            <Entry key={one.id} {...one} />
          ))}
        </Card>
      </ReadArea>
    </section>
  );
}

function Entry({ id, title, text, lang, pages, bytes }: Output<typeof documents>['documents'][number]) {
  const { t } = useLingui();
  const locale = useLocale();
  const isOther = LANGUAGE_TAGS[lang] !== locale;
  return (
    <ListRow
      leading={<FileText size={22} strokeWidth={1.75} aria-hidden="true" />}
      title={<span lang={LANGUAGE_TAGS[lang]}>{title}</span>}
      subtitle={
        <span className={styles['facts']}>
          {text !== '' && <span lang={LANGUAGE_TAGS[lang]}>{text}</span>}
          <span>
            PDF · <Plural value={pages} one="# page" other="# pages" /> · {formatSize(bytes, locale)}
          </span>
          {isOther && <span>{t`Not available in your language yet.`}</span>}
        </span>
      }
      href={hrefTo(paths.document, { id })}
    />
  );
}
