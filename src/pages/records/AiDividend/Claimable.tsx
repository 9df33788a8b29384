import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { DIVIDEND_ASSET, dividendInfo } from '../../../../contract/calls/dividends';
import type { OutputOf } from '../../../../contract/call';
import { useCall } from '../../../bridge/useCall';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { SectionTitle } from '../../../components/SectionTitle';
import { formatAmountUnit, formatRate } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import styles from './AiDividend.module.css';
import { ShareCard } from './ShareCard';

const DAY_MS = 86_400_000;
type Info = OutputOf<typeof dividendInfo>;

/** Shows the dividends that can be claimed, one card each, and the rules; the releases stand below. */
export function Claimable() {
  const { t } = useLingui();
  const read = useCall(dividendInfo, {});
  const { data } = read;
  return (
    <>
      <ReadStamp read={read} />
      <ReadArea read={read} hasData={data !== undefined} skeleton="hero">
        {data && (
          <>
            <section className={styles['hero']} aria-label={t`To claim`}>
              <span className={styles['label']}>
                <Trans>To claim</Trans>
              </span>
              <Amount value={data.claimable} asset={DIVIDEND_ASSET} precision="full" size="hero" unit />
              <span className={styles['note']}>
                {data.shares.length === 0 ? (
                  <Trans>There is nothing to claim now.</Trans>
                ) : (
                  <Trans>A claim is credited to the cash of your main account at once.</Trans>
                )}
              </span>
            </section>
            {data.shares.map((share, index) => (
              <ShareCard key={share.id} share={share} read={read} isFirst={index === 0} />
            ))}
            <Rules info={data} />
          </>
        )}
      </ReadArea>
      <SectionTitle title={t`Releases`} />
    </>
  );
}

function Rules({ info }: { info: Info }) {
  const { t } = useLingui();
  const locale = useLocale();
  const rate = formatRate(info.maximumRate, locale);
  const least = formatAmountUnit(info.validFrom, { locale, asset: DIVIDEND_ASSET, precision: 'overview' });
  const days = Math.round(info.claimMs / DAY_MS);
  return (
    <Card title={t`How it works`}>
      <ul className={styles['rules']}>
        <li>
          <Trans>
            The platform can declare at most {rate} of the fees that it took on certain days, less the parts of them
            that went to the insurance fund and to income. Whether and when it does is not promised.
          </Trans>
        </li>
        <li>
          <Trans>
            Each USDT that was in valid custody (at least {least}) for the whole of a UTC day counts as one custody day.
            Your custody days decide your share.
          </Trans>
        </li>
        <li>
          <Plural
            value={days}
            one="A share can be claimed for # day. After that it goes back to the dividend pool."
            other="A share can be claimed for # days. After that it goes back to the dividend pool."
          />
        </li>
      </ul>
    </Card>
  );
}
