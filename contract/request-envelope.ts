/** Requests as the gateway reads them (docs/rules.md §11). Apart from envelope.ts: the worker makes requests, and reads none. */
import * as z from 'zod/mini';
import { handshake } from './envelope';
import { id, langCode } from './ids';

/** The four form fields of a request. */
export const requestForm = z.strictObject({
  handshake,
  timestamp: z.string().check(z.regex(/^[0-9]{1,16}$/)),
  sign: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  data: z.string().check(z.minLength(1), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
});
export type RequestForm = z.output<typeof requestForm>;

/** `data` of a request decrypts to this. */
export const innerRequest = z.strictObject({
  method: z.enum(['GET', 'POST']),
  uri: z.string().check(z.regex(/^\/api\/[A-Za-z0-9_/-]{1,120}$/)),
  headers: z.strictObject({
    'Idempotency-Key': z.optional(z.string().check(z.regex(/^[0-9a-f-]{36}$/))),
    /** The account whose figures the person confirmed; on calls that move money. */
    'Account-Id': z.optional(id),
  }),
  params: z.record(z.string(), z.unknown()),
});
export type InnerRequest = z.output<typeof innerRequest>;

/** HTTP headers beside the form. */
export const outerHeaders = z.object({
  authorization: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
  lang: z.optional(langCode),
  /** Version of the app that asks, e.g. `1.0.50`. */
  'app-version': z.optional(z.string()),
});
