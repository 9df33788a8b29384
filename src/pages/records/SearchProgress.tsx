import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/Button';
import { ProgressBar } from '../../components/ProgressBar';
import type { SearchCallState } from '../../bridge/types';
import { formatDate } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import styles from './SearchProgress.module.css';

type Search = Pick<SearchCallState<unknown>, 'isSearching' | 'looked' | 'total' | 'end' | 'reachedAt' | 'loadMore'>;

/** Steps that are over at once need no bar. */
const LONG_SEARCH_ROWS = 2_000;

/** Shows how far a long search has come. */
export function SearchProgress({ search }: { search: Search }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { isSearching, looked, total } = search;
  if (!isSearching || total === null || total < LONG_SEARCH_ROWS) return null;
  const done = new Intl.NumberFormat(locale).format(looked);
  return (
    <div className={styles['progress']}>
      <ProgressBar value={looked / total} label={t`Searching`} />
      <p className={styles['note']}>
        <Trans>
          {done} of <Plural value={total} one="# record" other="# records" /> searched
        </Trans>
      </p>
    </div>
  );
}

/** Tells up to which day a search has looked when it ended although there is more. */
export function SearchEndNote({ search }: { search: Search }) {
  const locale = useLocale();
  const { end, reachedAt, isSearching, loadMore } = search;
  if (isSearching || (end !== 'paused' && end !== 'cut')) return null;
  const day = reachedAt === null ? null : formatDate(reachedAt, { locale });
  return (
    <div className={styles['more']}>
      <p className={styles['note']} role="status">
        {day === null ? (
          <Trans>No records are saved on this device yet.</Trans>
        ) : end === 'cut' ? (
          <Trans>Searched back to {day}. Older records are not saved on this device.</Trans>
        ) : (
          <Trans>Searched back to {day}.</Trans>
        )}
      </p>
      <Button variant="soft" size="small" onClick={() => void loadMore()}>
        <Trans>Search further back</Trans>
      </Button>
    </div>
  );
}
