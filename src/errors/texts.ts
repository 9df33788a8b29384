/** The app's words for errors that come without a message of the server's. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallError, ErrorCode, LocalErrorCode } from '../../contract/errors';

const LOCAL_TEXTS: Record<LocalErrorCode, MessageDescriptor> = {
  offline: msg`No connection, and nothing is saved on this device yet`,
  timeout: msg`Connection to server timed out`,
  network: msg`The server cannot be reached`,
  'http-status': msg`The server answered with an error`,
  'file-empty': msg`This file is empty`,
  'heic-unreadable': msg`This browser cannot read HEIC images. Please choose a JPEG or PNG`,
  'bad-answer': msg`The server's answer could not be read`,
  'unknown-code': msg`The server refused`,
  'outcome-unknown': msg`The result is not known yet. It is being checked, nothing is sent twice`,
  'not-carried-out': msg`The connection broke off. Nothing was carried out; please try again`,
  'storage-full': msg`The storage of this device is full. Nothing was sent; free some space and try again`,
  'worker-lost': msg`The app's data service had to restart. Please try again`,
  'session-closed': msg`You are logged out`,
};

/** A money call that could not be sent: nothing has happened, and it is not kept for later (docs/rules.md §2). */
const NEEDS_CONNECTION = msg`This needs a connection. Nothing was sent`;

/** Told when the page itself refuses before it sends anything; the gateway has words of its own. */
const OTHER_ACCOUNT = msg`Another account is open now. Nothing was carried out`;

const REFUSED = msg`The server refused`;

function isLocal(code: ErrorCode): code is LocalErrorCode {
  return code in LOCAL_TEXTS;
}

/** The text for an error, as something to translate, or the server's own words. */
export function errorMessage(
  error: CallError,
  effect: 'read' | 'write' | 'money' = 'read',
): MessageDescriptor | string {
  if (error.message) return error.message;
  if (error.code === 'wrong-account') return OTHER_ACCOUNT;
  if (error.code === 'offline' && effect !== 'read') return NEEDS_CONNECTION;
  return isLocal(error.code) ? LOCAL_TEXTS[error.code] : REFUSED;
}
