import { act, useLayoutEffect } from 'react';
import { describe, expect, it } from 'vitest';
import {
  useComeBack,
  useTypedValues,
  type TypedValues,
  type TypedValuesOptions,
} from '../../../src/money/useTypedValues';
import { FakeWorker } from '../pages/fake-worker';
import { install, until } from '../pages/support';
import { render } from '../support/render';

type Values = { amount: string; side: string };
const valuesOf = (kept: Record<string, string>): Values => ({
  amount: kept['amount'] ?? '',
  side: kept['side'] === 'sell' ? 'sell' : 'buy',
});

function form(options: TypedValuesOptions = {}): { typed: () => TypedValues<Values>; unmount: () => void } {
  let last: TypedValues<Values> | null = null;
  function Form() {
    const typed = useTypedValues('a-form', valuesOf, options);
    useLayoutEffect(() => {
      last = typed;
    });
    return null;
  }
  const { unmount } = render(<Form />);
  return { typed: () => last as TypedValues<Values>, unmount };
}

describe('what is typed', () => {
  it('is there whenever the form is opened, until it is sent', async () => {
    const worker = new FakeWorker({});
    install(worker);
    const first = form();
    act(() => first.typed().change({ amount: '5' }));
    await until(() => expect(worker.drafts.get('a-form')).toEqual({ amount: '5', side: 'buy' }));
    first.unmount();
    const second = form();
    await until(() => expect(second.typed().values).toEqual({ amount: '5', side: 'buy' }));
    act(() => second.typed().clear({ side: 'sell' }));
    expect(second.typed().values).toEqual({ amount: '', side: 'sell' });
    await until(() => expect(worker.drafts.get('a-form')?.['amount'] ?? '').toBe(''));
  });

  it('is taken up only by what it is about', async () => {
    const worker = new FakeWorker({});
    worker.drafts.set('a-form', { amount: '5', of: 'lot 1' });
    install(worker);
    const [other, own] = [form({ of: 'lot 2' }), form({ of: 'lot 1' })];
    await until(() => expect(own.typed().values.amount).toBe('5'));
    expect(other.typed().values.amount).toBe('');
  });

  it('comes back once after another screen had to come first', async () => {
    const worker = new FakeWorker({});
    install(worker);
    const back: Record<string, string>[] = [];
    let leave: ((values: Record<string, string>) => void) | null = null;
    function Form() {
      const keep = useComeBack('b-form', (values) => back.push(values));
      useLayoutEffect(() => {
        leave = keep;
      });
      return null;
    }
    const { unmount } = render(<Form />);
    act(() => leave?.({ amount: '5' }));
    await until(() => expect(worker.drafts.get('b-form')).toEqual({ amount: '5' }));
    unmount();
    render(<Form />);
    await until(() => expect(back).toEqual([{ amount: '5' }]));
    await until(() => expect(worker.drafts.has('b-form')).toBe(false));
  });
});
