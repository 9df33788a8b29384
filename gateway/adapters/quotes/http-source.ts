/**
 * Any HTTP address that answers `{"prices": [{"symbol": "EUR/USD", "price": "1.08457", "time": 1795000000000}]}`, or JSON of another shape
 * that the operator describes (docs/operating.md, "Market quotes"). In the own shape prices are texts: a JSON number would have gone through a float.
 */
import * as z from 'zod/mini';
import { BodyTooLargeError, bodyWithin } from '../body';
import { pricesIn, type AnswerShape } from './answer-shape';
import { QuoteSourceError, type MarketProduct, type QuoteSource, type StatedPrice } from './source';

const MAX_BYTES = 256 * 1024;
const MAX_PRICES = 500;

const answerShape = z.object({
  prices: z
    .array(
      z.object({
        symbol: z.string().check(z.minLength(1), z.maxLength(40)),
        price: z.string().check(z.maxLength(40)),
        time: z.int().check(z.gte(0), z.lte(8_640_000_000_000_000)),
      }),
    )
    .check(z.maxLength(MAX_PRICES)),
});

export interface HttpQuotesOptions {
  /** User and password in it go into a header. */
  url: string;
  name: string;
  products: readonly MarketProduct[];
  /** For the whole answer, ms. */
  timeoutMs: number;
  everyMs: number;
  /** Sent as a bearer token; null for none. It must not reach a log. */
  key: string | null;
  /** Null: the shape above. */
  shape: AnswerShape | null;
}

function parsed(text: string, { shape, products }: HttpQuotesOptions): readonly StatedPrice[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new QuoteSourceError('malformed', { cause });
  }
  if (shape) return pricesIn(body, shape, products);
  const answer = answerShape.safeParse(body);
  if (!answer.success) throw new QuoteSourceError('malformed');
  return answer.data.prices.map(({ symbol, price, time }) => ({ symbol, price, at: time }));
}

function requestOf({ url, key }: HttpQuotesOptions): { target: URL; headers: Record<string, string> } {
  const target = new URL(url);
  const credentials = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
  target.username = '';
  target.password = '';
  const headers: Record<string, string> = { accept: 'application/json' };
  if (key !== null) headers['authorization'] = `Bearer ${key}`;
  else if (credentials !== ':') headers['authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return { target, headers };
}

export function httpQuoteSource(options: HttpQuotesOptions, request: typeof fetch = fetch): QuoteSource {
  const { name, products, everyMs, timeoutMs } = options;
  const { target, headers } = requestOf(options);
  return {
    name,
    products,
    everyMs,
    past: null,
    async read() {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        // A redirect could lead the key elsewhere.
        const answer = await request(target, { headers, redirect: 'error', signal });
        if (answer.status !== 200) {
          await answer.body?.cancel();
          throw new QuoteSourceError('refused');
        }
        return parsed(new TextDecoder().decode(await bodyWithin(answer, MAX_BYTES)), options);
      } catch (cause) {
        if (cause instanceof QuoteSourceError) throw cause;
        if (cause instanceof BodyTooLargeError) throw new QuoteSourceError('too-large');
        throw new QuoteSourceError(signal.aborted ? 'too-slow' : 'unreachable', { cause });
      }
    },
  };
}
