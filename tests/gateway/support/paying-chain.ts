import type { Chain } from '../../../gateway/adapters/chain/chain';
import { ScriptedChain } from '../chain/scripted-chain';

/** A chain whose wallet pays nothing out: for tests that end before a payment. */
export function payingChain(now: () => number, network: Chain['network'] = 'BEP20'): Chain {
  const sender = {
    address: '0x0000000000000000000000000000000000000001',
    endpoints: [],
    sign: () => Promise.reject(new Error('no key')),
  };
  return { ...new ScriptedChain(now).chain(), network, sender };
}
