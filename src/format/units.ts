import { ASSETS, toUnits as exactUnits, type AssetCode } from '../../contract/money';

/**
 * An amount of an answer, or one that a form has admitted, in smallest units of its asset. The contract does not bind an answer's digits to
 * one asset: those beyond are cut, so that no answer stops a page.
 */
export function toUnits(text: string, asset: AssetCode): bigint {
  const [integer = '0', fraction = ''] = text.split('.');
  const kept = fraction.slice(0, ASSETS[asset].decimals);
  return exactUnits(kept === '' ? integer : `${integer}.${kept}`, asset);
}
