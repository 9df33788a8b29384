import { useLingui } from '@lingui/react/macro';
import { formatRate } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import type { FeeTerms } from '../fee';

/** "Fee 1 + 0.10%": the formula as the label of its result. */
export function useFeeLabel(): (terms: FeeTerms) => string {
  const { t } = useLingui();
  const locale = useLocale();
  return ({ feeFixed, feeRate }) => {
    const formula = `${limitText(feeFixed, locale)} + ${formatRate(feeRate, locale)}`;
    return t`Fee ${formula}`;
  };
}
