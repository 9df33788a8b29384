import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { ListRow } from '../../../components/ListRow';
import { SectionTitle } from '../../../components/SectionTitle';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import type { ListCallState } from '../../../bridge/types';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { NEWS_SHOWN, type NewsItem } from './useHome';
import styles from './News.module.css';

/** The newest news and bulletins; a tap opens the article. */
export function News({ news, onRead }: { news: ListCallState<NewsItem>; onRead: () => void }) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const locale = useLocale();
  const items = news.items?.slice(0, NEWS_SHOWN) ?? [];
  return (
    <section>
      <SectionTitle
        title={<Trans>Latest news</Trans>}
        note={<ReadStamp read={news} />}
        {...(items.length > 0 && { action: { label: <Trans>More</Trans>, href: hrefTo(paths.news) } })}
      />
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
                open(paths.news, { id: item.id });
              }}
            />
          ))}
        </ReadArea>
      </Card>
    </section>
  );
}
