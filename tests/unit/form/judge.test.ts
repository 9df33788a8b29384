import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { invitationCode, loginName, nickname, password } from '../../../contract/calls/session';
import { FIELD_TEXTS, problemText, type FieldName } from '../../../src/form/field-texts';
import { PROBLEMS, schemaJudge, type Repeat } from '../../../src/form/judge';

const schema = z.strictObject({
  loginName,
  invitationCode,
  nickname,
  newPassword: password,
  confirmPassword: z.string(),
});
type Values = z.output<typeof schema>;
const repeat: Repeat<Values> = { of: 'newPassword', field: 'confirmPassword' };
const good: Values = {
  loginName: 'a@example.com',
  invitationCode: 'ABC123',
  nickname: 'Lin',
  newPassword: 'secret-77',
  confirmPassword: 'secret-77',
};

function judge(change: Partial<Values>) {
  return schemaJudge(schema, repeat)({ ...good, ...change });
}

describe('schemaJudge', () => {
  it('hands on what the schema made of the values', () => {
    const { values, problems } = judge({
      loginName: '  Lin@Example.COM ',
      invitationCode: 'abc123',
      nickname: ' Lin ',
    });
    expect(problems).toEqual({});
    expect(values).toMatchObject({ loginName: 'lin@example.com', invitationCode: 'ABC123', nickname: 'Lin' });
  });

  it('takes a mainland number with prefix and spaces', () => {
    expect(judge({ loginName: '+86 138 0013 8000' }).values).toMatchObject({ loginName: '13800138000' });
  });

  it.each([
    [{ loginName: '' }, { loginName: 'required' }],
    [{ loginName: 'nobody' }, { loginName: 'invalid' }],
    [{ loginName: '12345678901' }, { loginName: 'invalid' }],
    [{ newPassword: '12345', confirmPassword: '12345' }, { newPassword: 'too-short' }],
    [{ newPassword: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) }, { newPassword: 'too-long' }],
    [{ confirmPassword: 'secret-78' }, { confirmPassword: 'mismatch' }],
    [{ confirmPassword: '' }, { confirmPassword: 'mismatch' }],
    [{ nickname: 'x'.repeat(25) }, { nickname: 'too-long' }],
    [{ invitationCode: '12' }, { invitationCode: 'invalid' }],
    [
      { loginName: '', newPassword: '' },
      { loginName: 'required', newPassword: 'required', confirmPassword: 'mismatch' },
    ],
  ])('%j', (change, expected) => {
    const { values, problems } = judge(change);
    expect(problems).toEqual(expected);
    expect(values).toBeNull();
  });
});

describe('field texts', () => {
  it('say something for every field and problem', () => {
    for (const name of Object.keys(FIELD_TEXTS) as FieldName[]) {
      for (const problem of PROBLEMS)
        expect(problemText(FIELD_TEXTS[name], problem).message, `${name} ${problem}`).toMatch(/\w/);
    }
  });

  it("are the spec's where it gives them", () => {
    expect(problemText(FIELD_TEXTS.confirmPassword, 'mismatch').message).toBe('Passwords Do Not Match');
    expect(problemText(FIELD_TEXTS.password, 'too-short').message).toContain('at least 6');
  });
});
