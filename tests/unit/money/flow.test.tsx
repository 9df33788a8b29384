import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { transferToAccount } from '../../../contract/calls/profile';
import type { CallError } from '../../../contract/errors';
import { appHistory } from '../../../src/app/navigation';
import { paths } from '../../../src/app/paths';
import { MoneyConfirm } from '../../../src/money/MoneyConfirm';
import { useMoneyFlow, type FlowDeclaration } from '../../../src/money/useMoneyFlow';
import { FakeWorker, refusal, type Handlers } from '../pages/fake-worker';
import { enterPassword, intentsOf, open, tap, text, until, untilText } from '../pages/support';

interface View {
  amount: string;
}
/** The call's answer. */
const MOVED = { journalId: '9', amount: '5.000000' };
type Declared = Partial<FlowDeclaration<View, typeof transferToAccount>>;

function Screen({ declared }: { declared: Declared }) {
  const [told, setTold] = useState<CallError | null>(null);
  const [isEnded, setEnded] = useState(false);
  const flow = useMoneyFlow({
    call: transferToAccount,
    input: ({ amount }: View) => ({ toAccountId: '20', asset: 'USDT' as const, amount }),
    terms: ({ amount }) => ({
      title: 'Confirm',
      rows: [{ label: 'Amount', value: amount }],
      risk: { tone: 'info', text: 'None' },
      confirmLabel: 'Go',
    }),
    result: ({ journalId }) => ({ ok: true, state: { kind: 'done', text: 'Moved' }, reference: journalId }),
    refuse: setTold,
    ...declared,
  });
  return (
    <>
      <button type="button" onClick={() => flow.start({ amount: '5' })}>
        Begin
      </button>
      <p>{told && `refused: ${told.code}`}</p>
      <p>{isEnded && 'the form has ended'}</p>
      <p>{flow.isUnsettled && 'unsettled'}</p>
      <MoneyConfirm flow={flow} onEnd={() => setEnded(true)} />
    </>
  );
}
async function begin(transfer: Handlers['transferToAccount'], declared: Declared = {}): Promise<FakeWorker> {
  const worker = new FakeWorker({ transferToAccount: transfer });
  const bridge = open(() => <Screen declared={declared} />, worker);
  await until(() => expect(bridge.session.get()?.state).toBe('open'));
  await tap('Begin');
  await untilText('Trade password');
  return worker;
}
const isClosed = () => expect(document.querySelector('dialog')).toBeNull();

beforeEach(() => appHistory.replace(paths.document));

describe('a confirmation', () => {
  it('ends the form behind it with its result, and not before; the next one is another intent', async () => {
    const worker = await begin(() => MOVED);
    await tap('Close');
    await until(isClosed);
    expect(text()).not.toContain('the form has ended');
    for (const sent of [1, 2]) {
      await tap('Begin');
      await enterPassword();
      await untilText('Moved', '9');
      await tap('Done');
      await untilText('the form has ended');
      await until(isClosed);
      expect(new Set(intentsOf(worker, 'transferToAccount')).size).toBe(sent);
    }
  });

  it('stays the same intent while the password is wrong, and says the tries left', async () => {
    let sent = 0;
    const wrong = refusal('wrong-trade-password', { triesLeft: 4 });
    const worker = await begin(() => ((sent += 1) === 1 ? wrong : MOVED));
    await enterPassword('111111');
    await untilText('Wrong trade password', 'Tries left: 4');
    await enterPassword();
    await untilText('Moved');
    expect(intentsOf(worker, 'transferToAccount')).toHaveLength(2);
    expect(new Set(intentsOf(worker, 'transferToAccount')).size).toBe(1);
  });

  it('shows the result of what the gateway has done though its answer was lost', async () => {
    const worker = await begin(() => refusal('outcome-unknown'));
    worker.settlement = { state: 'done', answer: MOVED as never };
    await enterPassword();
    await untilText('Moved', '9');
    expect(worker.inputsOf('transferToAccount')).toHaveLength(1);
  });

  it('shows the figures of now in place of those that have changed, as another intent', async () => {
    let sent = 0;
    const worker = await begin(() => ((sent += 1) === 1 ? refusal('fee-changed') : MOVED), {
      requote: async () => ({ ok: true, data: { amount: '4.5' } }),
    });
    await enterPassword();
    await untilText('The fee has changed meanwhile.', '4.5');
    await enterPassword();
    await untilText('Moved');
    expect(worker.inputsOf('transferToAccount').map(({ amount }) => amount)).toEqual(['5', '4.5']);
    expect(new Set(intentsOf(worker, 'transferToAccount')).size).toBe(2);
  });

  it('goes back to the form when the figures of now are refused there', async () => {
    await begin(() => refusal('fee-changed'), {
      requote: async () => ({ ok: false, error: refusal('market-halted') }),
    });
    await enterPassword();
    await untilText('refused: market-halted');
    await until(isClosed);
  });

  it('stays with what was refused when there are no other figures, and is the same intent again', async () => {
    let sent = 0;
    const worker = await begin(() => ((sent += 1) === 1 ? refusal('price-moved') : MOVED), {
      requote: async () => null,
    });
    await enterPassword();
    await untilText('The price has moved meanwhile.');
    await enterPassword();
    await untilText('Moved');
    expect(new Set(intentsOf(worker, 'transferToAccount')).size).toBe(1);
  });

  it('says what nobody knows yet, and nothing new is begun until somebody does', async () => {
    const worker = await begin(() => refusal('outcome-unknown'));
    worker.settlement = { state: 'unknown', error: refusal('offline') };
    await enterPassword();
    await untilText('Not known yet', 'unsettled');
    worker.settlement = { state: 'done', answer: MOVED as never };
    const [intentId = ''] = intentsOf(worker, 'transferToAccount');
    worker.emit({ type: 'settled', call: 'transferToAccount', intentId, result: 'done' });
    await until(() => expect(text()).not.toContain('unsettled'));
  });
});
