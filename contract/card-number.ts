/** The number of a bank card, as a person types it. */
import * as z from 'zod/mini';

/** The last digit of a card's number is its checksum (Luhn). */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (1 + (i % 2));
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^[0-9]{12,19}$/.test(digits) && sum % 10 === 0;
}

export const cardNumber = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.replace(/[ -]/g, '')),
  ),
  z.string().check(z.refine(isCardNumber, 'bad-card')),
);
