import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { newsItems } from '../../../../contract/calls/content';
import { readMarks } from '../../../../contract/calls/articles';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useMarks } from '../../../article/useReadMarks';
import type { ItemOf } from '../../../bridge/types';
import { readAhead } from '../../../bridge/useCall';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { defineRecords, type RecordRead, type RecordRowProps } from '../../records/define-records';
import { byChoice, type Choice } from '../../records/filters';
import { ofCall } from '../../records/of-call';
import styles from './News.module.css';

type Item = ItemOf<typeof newsItems>;
type Kind = Choice<'news' | 'bulletin'>;

const list = ofCall<typeof newsItems, Kind>(newsItems, { narrow: (kind) => (kind === 'all' ? {} : { kind }) });
const READ: RecordRead<Item, Kind> = {
  ...list,
  ahead: () => Promise.all([list.ahead(), readAhead(readMarks, {})]),
};

const { Screen, ahead } = defineRecords({
  title: msg`News`,
  path: paths.news,
  filters: byChoice({
    name: 'kind',
    label: msg`Kind`,
    options: { news: msg`News`, bulletin: msg`Bulletins` },
  }),
  read: READ,
  Row,
  timeOf: ({ publishedAt }) => publishedAt,
  rowHeight: 84,
  useSheet: useArticle,
  // The news are the operator's, not the person's records.
  file: { Button: () => null },
  empty: { hint: msg`News and bulletins will appear here.` },
});
export { ahead, Screen as NewsList };

/** An article has a page of its own in place of a sheet. */
function useArticle() {
  const { open } = useNavigation();
  return { open: ({ id }: Item) => open(paths.news, { id }), view: null };
}

function Row({ row, onOpen }: RecordRowProps<Item>) {
  const locale = useLocale();
  const { isUnread } = useMarks();
  const { kind, title, summary, publishedAt } = row;
  return (
    <button type="button" className={styles['row']} onClick={() => onOpen(row)}>
      <span className={styles['title']}>
        {isUnread(row) && (
          <span className={styles['dot']}>
            <span className="rab-sr">
              <Trans>Unread</Trans>{' '}
            </span>
          </span>
        )}
        {title}
      </span>
      <span className={styles['summary']}>{summary}</span>
      <span className={styles['meta']}>
        {kind === 'bulletin' ? <Trans>Bulletin</Trans> : <Trans>News</Trans>} · {formatDate(publishedAt, { locale })}
      </span>
    </button>
  );
}
