import { useLingui } from '@lingui/react/macro';
import { hrefTo, paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { ListRow } from '../../../components/ListRow';
import { StatusTag } from '../../../components/StatusTag';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { FILL_TAGS, type RabFill } from '../rab/order';

/** Whom the order was filled with, at which price; each leads to the person. */
export function FillsCard({ fills, isOpen }: { fills: readonly RabFill[]; isOpen: boolean }) {
  const { t } = useLingui();
  const locale = useLocale();
  if (fills.length === 0) return isOpen ? <EmptyState hint={t`Fills of this order appear here.`} /> : null;
  return (
    <Card title={t`Fills`} padded={false}>
      {fills.map(({ id, trader, price, quantity, at, status }) => {
        const tag = FILL_TAGS[status];
        const each = `${limitText(price, locale)} USDT`;
        const time = formatDateTime(at, { locale });
        return (
          <ListRow
            key={id}
            title={trader.nickname}
            subtitle={`${t`at ${each}`} · ${time}`}
            value={<Amount value={quantity} asset="RAB" precision="full" unit hideable={false} />}
            note={<StatusTag kind={tag.kind}>{t(tag.name)}</StatusTag>}
            href={hrefTo(paths.counterparty, { id: trader.id })}
          />
        );
      })}
    </Card>
  );
}
