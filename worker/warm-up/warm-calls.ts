/** What the tabs and the screens one tap away from them show first, in the order in which a person is likely to want it. */
import type { CallInput, CallName } from '../../contract/index';

type WarmCall = { [N in CallName]: { name: N; input: CallInput<N> } }[CallName];

export const WARM_CALLS: readonly WarmCall[] = [
  { name: 'assets', input: {} },
  { name: 'userInfo', input: {} },
  { name: 'accountList', input: {} },
  { name: 'hostingConfig', input: {} },
  { name: 'hostingOrder', input: { status: 'in-progress' } },
  { name: 'config', input: {} },
  { name: 'marquee', input: {} },
  { name: 'newsList', input: {} },
  { name: 'accountStatement', input: { account: 'cash' } },
  { name: 'hostingOrder', input: {} },
  { name: 'accountStatement', input: { account: 'custody' } },
  { name: 'hostingOperatorLog', input: {} },
];
