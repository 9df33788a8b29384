import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { cancelOfferOrTrade, usdtOffer } from '../../../../contract/calls/otc-usdt';
import type { UsdtOffer, UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { useConnection } from '../../../bridge/session';
import { Amount } from '../../../components/Amount';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { KeyValue, type KeyValueRow } from '../../../components/KeyValue';
import { ListRow } from '../../../components/ListRow';
import { NavBar } from '../../../components/NavBar';
import { ProgressBar } from '../../../components/ProgressBar';
import { StatusTag } from '../../../components/StatusTag';
import { AskSheet } from '../../../components/AskSheet';
import { toast } from '../../../components/toast';
import { amountName, formatRate } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { NeedsConnection } from '../../../money/MoneyButton';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { fiatText } from '../fiat';
import { Fiat } from '../parts/Fiat';
import { OFFER_TAGS, shareOf, STATE_TAGS } from '../trade';
import styles from '../TradeDetail/TradeDetail.module.css';
import { LostAnswer } from '../../../money/Unsettled';
import { useMoneyAction } from '../../../money/useMoneyAction';

const full = (value: string) => <Amount value={value} asset="USDT" precision="full" unit hideable={false} />;

/** One offer of one's own: its figures, the trades that came of it, and taking it back. */
export function OfferDetail({ id }: { id: string }) {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { isOnline } = useConnection();
  const read = useCall(usdtOffer, { id });
  const [isAsking, setAsking] = useState(false);
  const offer = read.data?.offer;
  const canCancel = offer?.isMine === true && offer.status === 'pending-match';
  return (
    <>
      <NavBar title={t`Offer`} onBack={back} />
      <div className={styles['page']}>
        <ReadStamp read={read} />
        <ReadArea read={read} hasData={read.data !== undefined} skeleton="card" count={3}>
          {read.data && (
            <>
              <Figures offer={read.data.offer} />
              <Trades trades={read.data.trades} />
            </>
          )}
        </ReadArea>
      </div>
      {canCancel && (
        <div className={styles['footer']}>
          <div className={styles['buttons']}>
            <Button variant="plain" disabled={!isOnline} onClick={() => setAsking(true)}>
              <Trans>Take the offer back</Trans>
            </Button>
          </div>
          {!isOnline && <NeedsConnection />}
        </div>
      )}
      {isAsking && offer && (
        <CancelOffer offer={offer} onClose={() => setAsking(false)} onStale={() => void read.refresh()} />
      )}
    </>
  );
}

function Figures({ offer }: { offer: UsdtOffer }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { side, status, fiat, price, quantity, remaining, inTrades, completed, feeRate, held, createdAt } = offer;
  const tag = OFFER_TAGS[status];
  const limits = `${fiatText(offer.minFiat, locale)} – ${fiatText(offer.maxFiat, locale)} ${fiat}`;
  const rows: KeyValueRow[] = [
    { label: t`Price`, value: <Fiat value={price} fiat={`${fiat}/USDT`} /> },
    { label: t`Quantity`, value: full(quantity) },
    { label: t`Still on offer`, value: full(remaining), strong: true },
    { label: t`In trades`, value: full(inTrades) },
    { label: t`Completed`, value: full(completed) },
    { label: t`Limits of one trade`, value: <span className="rab-num">{limits}</span> },
    ...(offer.banks.length === 0 ? [] : [{ label: t`Paid to`, value: offer.banks.join(', ') }]),
    { label: t`Fee rate`, value: <span className="rab-num">{formatRate(feeRate, locale)}</span> },
    ...(side === 'sell' ? [{ label: t`Set aside, fee included`, value: full(held) }] : []),
    ...(offer.note === null ? [] : [{ label: t`Note`, value: offer.note }]),
    {
      label: t`Placed on`,
      value: <span className="rab-num">{formatDateTime(createdAt, { locale })}</span>,
    },
    { label: t`Order number`, value: <span className="rab-num">{offer.id}</span> },
  ];
  return (
    <Card
      title={side === 'buy' ? t`Buy USDT` : t`Sell USDT`}
      aside={<StatusTag kind={tag.kind}>{t(tag.name)}</StatusTag>}
    >
      <div className={styles['progress']}>
        <ProgressBar value={shareOf(completed, quantity)} label={t`Completed`} />
      </div>
      <KeyValue rows={rows} />
    </Card>
  );
}

function Trades({ trades }: { trades: readonly UsdtTrade[] }) {
  const { t } = useLingui();
  const locale = useLocale();
  if (trades.length === 0) return <EmptyState hint={t`Trades that come of this offer appear here.`} />;
  return (
    <Card title={t`Trades`} padded={false}>
      {trades.map((trade) => {
        const tag = STATE_TAGS[trade.state];
        return (
          <ListRow
            key={trade.id}
            title={trade.counterparty.nickname}
            subtitle={formatDateTime(trade.createdAt, { locale })}
            value={<Amount value={trade.quantity} asset="USDT" unit hideable={false} />}
            note={<StatusTag kind={tag.kind}>{t(tag.name)}</StatusTag>}
            href={hrefTo(paths.otcOrder, { id: trade.id })}
          />
        );
      })}
    </Card>
  );
}

interface CancelOfferProps {
  offer: UsdtOffer;
  onClose: () => void;
  onStale: () => void;
}

function CancelOffer({ offer, onClose, onStale }: CancelOfferProps) {
  const { t } = useLingui();
  const action = useMoneyAction(cancelOfferOrTrade, {
    onDone: () => {
      onClose();
      toast.show(t`The offer is off the market`, { kind: 'success' });
    },
    onStale: () => {
      onClose();
      onStale();
    },
  });
  // If the offer is taken while the question is open, the gateway refuses this version as stale.
  const [{ id, version, side, held }] = useState(offer);
  const amount = amountName(held, 'USDT');
  return (
    <AskSheet
      title={t`Take this offer back?`}
      confirmLabel={t`Take it back`}
      cancelLabel={t`Keep it`}
      busy={action.isRunning}
      disabled={action.isUnsettled}
      onConfirm={() => void action.run({ id, version })}
      onClose={onClose}
    >
      {action.isUnsettled ? (
        <LostAnswer />
      ) : (
        (action.error ??
        (side === 'sell' ? (
          <Trans>{amount} are available again at once. Trades that have begun go on.</Trans>
        ) : (
          <Trans>Nobody can take it any more. Trades that have begun go on.</Trans>
        )))
      )}
    </AskSheet>
  );
}
