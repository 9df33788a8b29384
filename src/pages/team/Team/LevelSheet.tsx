import { Trans, useLingui } from '@lingui/react/macro';
import { levelChanges } from '../../../../contract/calls/team';
import { useListCall } from '../../../bridge/useListCall';
import { Amount } from '../../../components/Amount';
import { Button } from '../../../components/Button';
import { DataTable } from '../../../components/DataTable';
import { Sheet } from '../../../components/Sheet';
import { formatRate } from '../../../format/amount';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { levelName } from '../level';
import type { LevelProgress } from './LevelCard';
import styles from './LevelSheet.module.css';

export interface LevelSheetProps {
  open: boolean;
  onClose: () => void;
  progress: LevelProgress | undefined;
}

/** The table of levels, and how the person's own level has changed (docs/rules.md §7). */
export function LevelSheet({ open, onClose, progress }: LevelSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Levels`}>
      <p className={styles['note']}>
        <Trans>
          Levels are computed once a day. Both conditions of a level have to hold; a level is lost again when they no
          longer do.
        </Trans>
      </p>
      {progress && <Levels {...progress} />}
      <h3 className={styles['title']}>
        <Trans>My level so far</Trans>
      </h3>
      <History enabled={open} />
    </Sheet>
  );
}

function Levels({ levels, level: own }: LevelProgress) {
  const locale = useLocale();
  return (
    <DataTable
      size="small"
      columns={[
        { key: 'level', title: <Trans>Level</Trans> },
        { key: 'custody', title: <Trans>Valid custody · USDT</Trans> },
        { key: 'zone', title: <Trans>Small zone · USDT</Trans> },
        { key: 'discount', title: <Trans>Off OTC fees</Trans> },
      ]}
      rows={levels.map(({ level, validCustody, smallZone, otcDiscount }) => ({
        key: level,
        head: (
          <>
            {levelName(level)}
            {level === own && (
              <span className="rab-sr">
                {' '}
                <Trans>(my level)</Trans>
              </span>
            )}
          </>
        ),
        lines: [
          {
            custody: <Amount value={validCustody} asset="USDT" precision="compact" hideable={false} />,
            zone: <Amount value={smallZone} asset="USDT" precision="compact" hideable={false} />,
            discount: formatRate(otcDiscount, locale),
          },
        ],
        isMarked: level === own,
      }))}
    />
  );
}

function History({ enabled }: { enabled: boolean }) {
  const list = useListCall(levelChanges, {}, { enabled });
  const locale = useLocale();
  const { items, hasMore, isLoadingMore, loadMore } = list;
  return (
    <>
      <ReadStamp read={list} />
      <ReadArea
        read={list}
        hasData={items !== undefined}
        skeleton="rows"
        count={2}
        empty={
          items?.length === 0 ? (
            <p className={styles['note']}>
              <Trans>Your level has not changed yet.</Trans>
            </p>
          ) : undefined
        }
      >
        <ol className={styles['changes']}>
          {items?.map(({ id, day, before, after, validCustody, smallZone }) => (
            <li key={id}>
              <p className={styles['change']}>
                <span>
                  {levelName(before)} → {levelName(after)}
                </span>
                <span className={styles['day']}>{formatDate(day, { locale, timeZone: 'UTC' })} UTC</span>
              </p>
              <p className={styles['note']}>
                <Trans>
                  Valid custody <Amount value={validCustody} asset="USDT" /> · small zone{' '}
                  <Amount value={smallZone} asset="USDT" unit />
                </Trans>
              </p>
            </li>
          ))}
        </ol>
      </ReadArea>
      {hasMore && (
        <Button variant="soft" size="small" loading={isLoadingMore} onClick={() => void loadMore()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
