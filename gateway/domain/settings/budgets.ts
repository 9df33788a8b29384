/** Schemas of the limits on messages. */
import * as z from 'zod/mini';

const perWindow = z.int().check(z.gte(1), z.lte(10_000_000));
/** Messages: per recipient in ten minutes; per network (an IPv4 /24, an IPv6 /48) and in total in an hour. */
export const mailBudget = z.strictObject({ recipient: perWindow, network: perWindow, total: perWindow });
/** The budget of SMS, which also has a limit per country prefix in an hour. */
export const smsBudget = z.strictObject({
  recipient: perWindow,
  network: perWindow,
  prefix: perWindow,
  total: perWindow,
});
