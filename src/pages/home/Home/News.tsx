import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { ListRow } from '../../../components/ListRow';
import { SectionTitle } from '../../../components/SectionTitle';
import { Sheet } from '../../../components/Sheet';
import { formatDate, formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import type { ListCallState } from '../../../bridge/types';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useLast } from '../../read/useLast';
import { NEWS_SHOWN, type NewsItem } from './useHome';
import styles from './News.module.css';

/** The newest news and bulletins; a tap opens the text. */
export function News({ news, onRead }: { news: ListCallState<NewsItem>; onRead: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const [open, setOpen] = useState<NewsItem | null>(null);
  const shown = useLast(open);
  const items = news.items?.slice(0, NEWS_SHOWN) ?? [];
  return (
    <section>
      <SectionTitle title={<Trans>Latest news</Trans>} note={<ReadStamp read={news} />} />
      <Card padded={false}>
        <ReadArea
          read={news}
          hasData={news.items !== undefined}
          skeleton="rows"
          empty={items.length === 0 ? <EmptyState hint={t`News and bulletins will appear here.`} /> : undefined}
        >
          {items.map((item) => (
            <ListRow
              key={item.id}
              title={<span className={styles['title']}>{item.title}</span>}
              subtitle={
                <>
                  {item.kind === 'bulletin' ? <Trans>Bulletin</Trans> : <Trans>News</Trans>} ·{' '}
                  {formatDate(item.publishedAt, { locale })}
                </>
              }
              onClick={() => {
                onRead();
                setOpen(item);
              }}
            />
          ))}
        </ReadArea>
      </Card>
      <Sheet open={open !== null} onClose={() => setOpen(null)} title={shown?.title ?? ''}>
        {shown && (
          <article className={styles['article']}>
            <p className={styles['date']}>{formatDateTime(shown.publishedAt, { locale })}</p>
            <p>{shown.summary}</p>
          </article>
        )}
      </Sheet>
    </section>
  );
}
