/**
 * The wire format of docs/rules.md §11. It is a format, not a protection: the key travels beside the
 * data. This file holds shapes and the profile; the worker and the gateway each have their own implementation, held
 * together by `envelope-vectors.json`.
 */
import * as z from 'zod/mini';

/** One gateway's dialect. Another gateway's is configuration, not a rewrite. */
export interface EnvelopeProfile {
  gatewayId: string;
  uploadId: string;
  /** Id of the door for the stream of live changes. */
  streamId: string;
  cipher: 'aes-128-cbc-pkcs7-key-is-iv';
  digest: 'md5-hex-lower';
  /** The order in which the signed text is joined. */
  signOrder: readonly ('data' | 'timestamp' | 'handshake')[];
}

export const DEFAULT_PROFILE: EnvelopeProfile = {
  gatewayId: '6f1c0b2e9a4d4c57',
  uploadId: 'b83d7e5f10a94e26',
  streamId: '2d94c7f06b1e48a3',
  cipher: 'aes-128-cbc-pkcs7-key-is-iv',
  digest: 'md5-hex-lower',
  signOrder: ['data', 'timestamp', 'handshake'],
};

export const HANDSHAKE_LENGTH = 16;
export const HANDSHAKE_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A request older or newer than this on the server's clock is refused with `time-window`. */
export const TIME_WINDOW_MS = 5 * 60_000;
/** Limits on the raw body, checked before anything is parsed. */
export const MAX_ENVELOPE_BYTES = 1024 * 1024;
export const MAX_UPLOAD_BYTES = 12 * 1024 * 1024;
/** The most bytes of one image (docs/rules.md §9); the body around it has room to spare. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
/** The gateway looks at `params` no deeper than this. */
export const MAX_JSON_DEPTH = 16;
/** Members and elements of a request in all: 52 images, and a long form beside them, are far below. */
export const MAX_JSON_MEMBERS = 500;
/** Path of an upload inside the envelope. */
export const UPLOAD_URI = '/api/v1/common/up-img';

export const handshake = z.string().check(z.regex(/^[A-Za-z0-9]{16}$/));

/** The HTTP answer: `data` decrypts to the result for code 200, to an `ErrorBody` for any other. */
export const envelopeAnswer = z.object({
  code: z.int(),
  handshake,
  data: z.string(),
});
export type EnvelopeAnswer = z.output<typeof envelopeAnswer>;
