import { act, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { AmountField } from '../../../src/components/AmountField';
import { button, click, find, render, type } from '../support/render';

const accepted: string[] = [];
const input = () => find<HTMLInputElement>('input');
const complaint = () =>
  find(`#${CSS.escape(input().getAttribute('aria-describedby')?.split(' ')[1] ?? '')}`).textContent;

function Form() {
  const [value, setValue] = useState('');
  const change = (text: string) => {
    accepted.push(text);
    setValue(text);
  };
  return (
    <AmountField
      label="Amount"
      asset="USDT"
      value={value}
      onChange={change}
      available="6310.520000"
      helper="At least 100 USDT"
    />
  );
}

/** Types character by character, as a keypad does. */
function keys(text: string): void {
  for (const key of text) type(input(), input().value + key);
}

beforeEach(() => {
  accepted.length = 0;
  render(<Form />);
});

describe('AmountField', () => {
  it('makes the point of a comma typed on the keypad', () => {
    keys('1,5');
    expect(input().value).toBe('1.5');
  });

  it('refuses a seventh decimal, cuts nothing and says why', () => {
    keys('0.1234567');
    expect(input().value).toBe('0.123456');
    expect(complaint()).toBe('At most 6 decimals');
    expect(input().getAttribute('aria-invalid')).toBe('true');
  });

  it.each(['1e3', '-5', '１２', '1,234.50', '1,234', ' 12', '007', '.5', '1.2.3', 'abc'])(
    'refuses pasted %j',
    (text) => {
      type(input(), '4');
      type(input(), text);
      expect(input().value).toBe('4');
      expect(accepted).toEqual(['4']);
      expect(complaint()).toBe('Only digits and one decimal point');
    },
  );

  it('refuses a thirteenth integer digit', () => {
    keys('1234567890123');
    expect(input().value).toBe('123456789012');
    expect(complaint()).toBe('At most 12 digits before the point');
  });

  it('complains about zero only when it is left', () => {
    keys('0.0');
    expect(complaint()).toBe('At least 100 USDT');
    act(() => input().focus());
    act(() => input().blur());
    expect(complaint()).toBe('Must be greater than 0');
  });

  it('puts everything in, exactly', () => {
    click(button('All'));
    expect(input().value).toBe('6310.52');
  });
});
