import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Copy, ImageDown } from 'lucide-react';
import type { DepositNetwork } from '../../../../contract/calls/wallet';
import { AddressText } from '../../../components/AddressText';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { copyText } from '../../../components/copy';
import { KeyValue } from '../../../components/KeyValue';
import { QrCode } from '../../../components/QrCode';
import { plainAmount } from '../../../format/amount';
import { formatSpan } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import styles from './Deposit.module.css';
import { useSaveAddress } from './useSaveAddress';

/** The account's address on the network: for a camera, for the eye, for the clipboard; and what is credited of it. */
export function AddressCard({ network }: { network: DepositNetwork }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { address, minimum, confirmations, usualMs } = network;
  const { save, isSaving } = useSaveAddress(network);
  const usual = formatSpan(usualMs, locale);
  return (
    <>
      <Card>
        <KeyValue
          rows={[
            {
              label: t`Minimum deposit`,
              value: (
                <span className={styles['value']}>
                  <span className="rab-num">{plainAmount(minimum)} USDT</span>
                  <span className={styles['note']}>
                    <Trans>less is neither credited nor given back</Trans>
                  </span>
                </span>
              ),
            },
            {
              label: t`Credited after`,
              value: (
                <span className={styles['value']}>
                  <Plural value={confirmations} one="# confirmation" other="# confirmations" />
                  <span className={styles['note']}>
                    <Trans>usually {usual}</Trans>
                  </span>
                </span>
              ),
            },
          ]}
        />
      </Card>
      <Card>
        <div className={styles['address']}>
          <QrCode text={address} label={t`QR code with the address below`} />
          <p className={styles['text']}>
            <AddressText address={address} />
          </p>
          <Button
            block
            icon={<Copy size={18} strokeWidth={2} aria-hidden="true" />}
            onClick={() => void copyText(address)}
          >
            <Trans>Copy the address</Trans>
          </Button>
          <Button
            block
            variant="soft"
            loading={isSaving}
            icon={<ImageDown size={18} strokeWidth={2} aria-hidden="true" />}
            onClick={() => void save()}
          >
            <Trans>Save as image</Trans>
          </Button>
        </div>
      </Card>
    </>
  );
}
