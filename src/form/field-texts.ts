/** The words of each field when it is empty or wrong (docs/rules.md §18, required-field prompts). */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Problem } from './judge';

export type FieldName =
  | 'loginName'
  | 'phone'
  | 'password'
  | 'newPassword'
  | 'confirmPassword'
  | 'invitationCode'
  | 'nickname';

export type FieldTexts = { required: MessageDescriptor; invalid: MessageDescriptor } & Partial<
  Record<Problem, MessageDescriptor>
>;

const passwordTexts = {
  'too-short': msg`The password needs at least 6 characters`,
  'too-long': msg`The password may have at most 128 characters`,
};

export const FIELD_TEXTS: Record<FieldName, FieldTexts> = {
  loginName: {
    required: msg`Enter your e-mail or mobile number`,
    invalid: msg`This is neither an e-mail address nor a mobile number`,
  },
  phone: {
    required: msg`Enter your mobile number`,
    invalid: msg`Enter a mainland mobile number of 11 digits`,
  },
  password: {
    required: msg`Enter your login password`,
    invalid: msg`The password needs at least 6 characters`,
    ...passwordTexts,
  },
  newPassword: {
    required: msg`Choose a login password`,
    invalid: msg`The password needs at least 6 characters`,
    ...passwordTexts,
  },
  confirmPassword: {
    required: msg`Enter the password once more`,
    invalid: msg`Enter the password once more`,
    mismatch: msg`Passwords Do Not Match`,
  },
  invitationCode: {
    required: msg`Enter the invitation code`,
    invalid: msg`An invitation code has 6 to 12 letters and digits`,
  },
  nickname: {
    required: msg`Enter a nickname`,
    invalid: msg`A nickname has only ordinary, visible characters`,
    'too-long': msg`A nickname has at most 24 characters`,
  },
};

/** The text for a field's problem. */
export function problemText(texts: FieldTexts, problem: Problem): MessageDescriptor {
  return texts[problem] ?? texts.invalid;
}
