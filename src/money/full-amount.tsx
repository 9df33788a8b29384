import type { AssetCode } from '../../contract/money';
import { Amount } from '../components/Amount';

/** An amount of a confirmation or a quote: to the last digit, with its unit, and never hidden. */
export const fullAmount = (value: string, asset: AssetCode = 'USDT') => (
  <Amount value={value} asset={asset} precision="full" unit hideable={false} />
);
