import { useLingui } from '@lingui/react/macro';
import type { DepositNetwork } from '../../../../contract/calls/wallet';
import { qrRows } from '../../../components/qr-rows';
import { useSaveImage } from '../../../components/useSaveImage';
import { plainAmount } from '../../../format/amount';
import { LOCALE_INFO } from '../../../i18n/locales';
import { useLocale } from '../../../i18n/useLocale';
import { CHAIN_NAMES } from '../deposit';
import { drawAddressImage } from './address-image';

/** Saves the address as a picture that says what may be sent to it and over what (docs/rules.md §4). */
export function useSaveAddress({ network: name, isTest, address, minimum }: DepositNetwork) {
  const { t } = useLingui();
  const locale = useLocale();
  const picture = async (): Promise<File> => {
    const least = plainAmount(minimum);
    const image = await drawAddressImage({
      title: t`Deposit USDT`,
      network: `${name} · ${isTest ? t`local test network` : CHAIN_NAMES[name]}`,
      address,
      warnings: [
        t`Only USDT over ${name}. What comes over another network, or in another coin, cannot be recovered.`,
        t`At least ${least} USDT: less is neither credited nor given back.`,
      ],
      rows: await qrRows(address),
      fontFamily: getComputedStyle(document.body).fontFamily,
      language: LOCALE_INFO[locale].bcp47,
    });
    return new File([image], `RAB-USDT-${name}-${address.slice(-6)}.png`, { type: 'image/png' });
  };
  return useSaveImage(picture);
}
