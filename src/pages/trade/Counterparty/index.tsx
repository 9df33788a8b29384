import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { otcFigures } from '../../../../contract/calls/otc-market';
import type { RabLot } from '../../../../contract/calls/otc-rab';
import { counterparty } from '../../../../contract/calls/otc-usdt';
import { useNavigation, useQuery } from '../../../app/navigation';
import { useConnection } from '../../../bridge/session';
import type { Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { Avatar } from '../../../components/Avatar';
import { Card } from '../../../components/Card';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { formatCount, formatRate } from '../../../format/amount';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { VerifiedMark } from '../parts/TraderLine';
import { UsdtOfferRow } from '../parts/UsdtOfferRow';
import RabOrderSheets from '../rab/OrderSheets';
import { RabLotRow } from '../RabMarket/RabLotRow';
import { TakeSheets } from '../usdt/TakeSheets';
import { useTakenOffer } from '../usdt/useTakenOffer';
import styles from './Counterparty.module.css';

type Profile = Output<typeof counterparty>;

/** Somebody on the market: their record, since when they are here, and what they offer (docs/screens.md). */
export default function Counterparty() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const id = useQuery('id');
  const read = useCall(counterparty, { id: id ?? '0' }, { enabled: id !== undefined });
  const profile = read.data;
  return (
    <>
      <NavBar title={t`Trader`} onBack={back} />
      <div className={styles['page']}>
        <ReadStamp read={read} />
        <ReadArea
          read={read}
          hasData={profile !== undefined || id === undefined}
          skeleton="card"
          count={2}
          empty={id === undefined ? <EmptyState hint={t`This link names nobody.`} /> : undefined}
        >
          {profile && (
            <>
              <Head profile={profile} />
              <Offers profile={profile} />
              <Lots lots={profile.lots} />
            </>
          )}
        </ReadArea>
      </div>
    </>
  );
}

function Head({ profile: { trader, avatar, registeredAt, all } }: { profile: Profile }) {
  const { t } = useLingui();
  const locale = useLocale();
  const since = formatDate(registeredAt, { locale });
  return (
    <Card>
      <div className={styles['head']}>
        <Avatar image={avatar} name={trader.nickname} size={56} />
        <div className={styles['words']}>
          <h2 className={styles['name']}>
            {trader.nickname} {trader.isVerified && <VerifiedMark />}
          </h2>
          <p className={styles['meta']}>
            {trader.isVerified ? <Trans>Name verified</Trans> : <Trans>Name not verified</Trans>} ·{' '}
            <Trans>here since {since}</Trans>
          </p>
        </div>
      </div>
      <dl className={styles['stats']}>
        <Stat label={t`Trading partners, last 30 days`}>{formatCount(trader.completed, locale)}</Stat>
        <Stat label={t`Completion rate, last 30 days`}>
          <Rate rate={trader.completionRate} />
        </Stat>
        <Stat label={t`Trading partners in all`}>{formatCount(all.completed, locale)}</Stat>
        <Stat label={t`Completion rate in all`}>
          <Rate rate={all.completionRate} />
        </Stat>
      </dl>
      <p className={styles['meta']}>
        <Trans>
          Counted on the USDT market. Each person that a trade was completed with counts once. Each trade that failed by
          this trader’s own fault counts against the rate.
        </Trans>
      </p>
    </Card>
  );
}

function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['stat']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Rate({ rate }: { rate: string | null }) {
  const locale = useLocale();
  return rate === null ? <Trans>no trades yet</Trans> : formatRate(rate, locale);
}

function Offers({ profile: { offers } }: { profile: Profile }) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const isMarketOpen = useCall(otcFigures, {}).data?.usdt.isOpen === true;
  const taking = useTakenOffer();
  return (
    <>
      <Card title={t`USDT offers`} padded={false}>
        {offers.length === 0 ? (
          <EmptyState hint={t`Nothing is offered just now.`} />
        ) : (
          offers.map((offer) => (
            <UsdtOfferRow
              key={offer.id}
              offer={offer}
              isTakeable={isOnline && isMarketOpen}
              onTake={taking.take}
              hasTrader={false}
            />
          ))
        )}
      </Card>
      <TakeSheets taking={taking} />
    </>
  );
}

function Lots({ lots }: { lots: readonly RabLot[] }) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const market = useCall(otcFigures, {}).data?.rab;
  const [taken, setTaken] = useState<RabLot | null>(null);
  if (lots.length === 0) return null;
  return (
    <>
      <Card title={t`RAB orders`} padded={false}>
        {lots.map((lot) => (
          <RabLotRow
            key={lot.id}
            lot={lot}
            guidePrice={market?.guidePrice.price}
            isTakeable={isOnline && market?.isOpen === true}
            onTake={setTaken}
            hasTrader={false}
          />
        ))}
      </Card>
      <RabOrderSheets target={taken && { kind: 'take', lot: taken }} onClose={() => setTaken(null)} />
    </>
  );
}
