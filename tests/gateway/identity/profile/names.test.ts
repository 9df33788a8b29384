/** Names that people choose (docs/rules.md §9): what is taken, and what sounds like the operator. */
import fc from 'fast-check';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { bankName, branch, personName } from '../../../../contract/calls/identity';
import { sellUsdt } from '../../../../contract/calls/otc-usdt';
import { reportPayment } from '../../../../contract/calls/otc-usdt-trades';
import { createSubAccount, updateNickname } from '../../../../contract/calls/profile';
import { nickname } from '../../../../contract/calls/session';
import { LANG_CODES } from '../../../../contract/ids';
import { isReservedName } from '../../../../gateway/domain/identity/profile/reserved-names';
import type { Answer } from '../../../../gateway/http/dispatcher';
import { MESSAGES } from '../../../../gateway/http/messages';
import { describeOnDatabase } from '../../support/database';
import { freshAddress, freshEmail, openWorld, PASSWORD } from '../world';

/** Every field that takes a name, or another line that others or operators read. */
const FIELDS: Record<string, (text: string) => { success: boolean; data?: unknown }> = {
  nickname: (text) => z.safeParse(nickname, text),
  'name of a sub-account': (name) => z.safeParse(createSubAccount.input, { name }),
  'new nickname': (text) => z.safeParse(updateNickname.input, { nickname: text }),
  'real name, card holder': (text) => z.safeParse(personName, text),
  bank: (text) => z.safeParse(bankName, text),
  branch: (text) => z.safeParse(branch, text),
  'note of an offer': (note) => {
    const order = { kind: 'place', price: '7', quantity: '100', minFiat: '7', maxFiat: '700', methodIds: [], note };
    return z.safeParse(sellUsdt.input, { order, fee: '1', tradePassword: '135790' });
  },
  'payment reference': (reference) =>
    z.safeParse(reportPayment.input, {
      id: '1',
      version: 1,
      reference,
      proofs: ['00000000-0000-4000-8000-000000000000'],
    }),
};
const takenBy = (text: string) => Object.keys(FIELDS).filter((field) => FIELDS[field]?.(text).success);

describe('characters', () => {
  // Those beside the control and format characters, which the next one draws.
  test.each([
    ['a blank of Braille', '\u2800'],
    ['a blank of Braille dressed as an emoji', '\u2800\ufe0f'],
    ['an unassigned emoji', 'Mai\u{1faff}\ufe0f'],
    ['two marks of an emoji', '❤\ufe0f\ufe0f'],
    ['a half-width Hangul filler alone', '\uffa0'],
    ['a tower of marks', `M${'\u0301'.repeat(5)}ai`],
    ['a mark on nothing', '\u0301Mai'],
  ])('%s is in no name', (_what, text) => {
    expect(takenBy(text)).toEqual([]);
  });

  test('nothing with a control or format character gets through, whatever is around it', () => {
    const hidden = /[\p{C}\p{Zl}\p{Zp}\p{DI}]/u;
    const code = fc.oneof(
      fc.integer({ min: 0, max: 0x10ffff }),
      fc.integer({ min: 0, max: 0x9f }),
      fc.integer({ min: 0x2000, max: 0x206f }),
      fc.integer({ min: 0xfe00, max: 0xfeff }),
      fc.integer({ min: 0xe0000, max: 0xe01ef }),
    );
    const odd = code.map((point) => String.fromCodePoint(point)).filter((char) => hidden.test(char));
    const plain = fc.constantFrom('a', 'Ω', '客', '가', 'ก', 'é', '😀', '1', '-');
    // An emoji may have its mark.
    const isMarked = (before: string | undefined, char: string) => before === '😀' && char === '\ufe0f';
    const texts = fc
      .tuple(plain, fc.array(plain, { maxLength: 8 }), odd, fc.array(plain, { maxLength: 8 }), plain)
      .filter(([first, before, char]) => !isMarked(before.at(-1) ?? first, char));
    fc.assert(
      fc.property(texts, ([first, before, char, after, last]) => {
        expect(takenBy([first, ...before, char, ...after, last].join(''))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('whatever is taken holds none, and is taken again as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 24 }), (text) => {
        const parsed = z.safeParse(nickname, text);
        if (!parsed.success) return;
        expect(parsed.data).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(z.parse(nickname, parsed.data)).toBe(parsed.data);
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Names that people really have, by the language of the app. */
const GOOD: Record<(typeof LANG_CODES)[number], readonly string[]> = {
  CN: ['王小明', '欧阳娜娜', '晴川海豚', '小客人', '平凡的人', '公园散步', '服气的猫', '😀 快乐', '李雷2008'],
  TW: ['陳美玲', '歐陽菲菲', '青空燈塔', '臺北人', '小管家', '阿公店'],
  EN: [
    'Arabella',
    'Rabbit',
    'Mara Bell',
    'Sarah B.',
    'Chris O’Neil',
    'Badminton King',
    'Hot Rod',
    'Falstaff',
    'Mr. Grab',
  ],
  DE: ['Jürgen Groß', 'Raban', 'Änne-Marie', 'Gustaf', 'Heller Ahorn', 'Arabisch', 'Modesto', 'Strabag'],
  FR: ['Élodie Lefèvre', 'François', 'Zoé', 'L’Hôpital', 'Renard calme', 'Crabe'],
  KO: ['김민수', '고양이', '맑은 고래', '하늘바다', '공원지기'],
  JP: ['山田花子', 'ひろし', 'サクラ', '公園の猫', '青い灯台', 'サポテン'],
  TH: ['สมชาย ใจดี', 'ดวงจันทร์ร่าเริง', 'น้ำผึ้ง', 'ปู่', 'ผู้ชายที่รัก'],
  VI: ['Nguyễn Thị Ánh', 'Trần Văn Hưởng', 'Sông Bình Yên', 'Đỗ Quỳnh', 'Ng\u0075\u0302\u0303n'],
};

test.each(Object.entries(GOOD))('ordinary names are taken (%s)', (_lang, names) => {
  for (const name of names) {
    expect(takenBy(name), name).toEqual(Object.keys(FIELDS));
    expect(isReservedName(name), name).toBe(false);
  }
  // Of other scripts and with ordinary signs too.
  for (const name of ['Иван Петров', 'Γιώργος', 'محمد', 'שלום', 'नरेन्द्र', '❤\ufe0f Mai', '👍🏽', 'a_b-c.d', '© Lin']) {
    expect([takenBy(name), isReservedName(name)], name).toEqual([Object.keys(FIELDS), false]);
  }
});

const ATTACKS: Record<string, readonly string[]> = {
  'as they are': ['RAB', 'rab', 'RAB Support', 'RAB官方客服', 'Official', 'Admin', 'Moderator', 'Security', 'Staff'],
  'put together': ['RABTeam', 'rabsupport', 'CustomerService', 'RAB24', 'admin123', '24hSupport'],
  'taken apart': ['R A B', 'R.A.B.', 'r_a_b', 'S.u.p-p_o~r t', '客·服', '客 - 服'],
  'with other letters': ['RАB Ѕuppоrt', 'SυρρorT', 'ՏՍРРОRТ', 'Ꭱᴀᏼ', 'ꓣꓮꓐ', 'ЯAB', 'ѕуѕtеm'],
  'in other widths and forms': ['ＲＡＢ', '𝓢𝓾𝓹𝓹𝓸𝓻𝓽', 'Ⓡⓐⓑ', '🅁🄰🄱', '🅡🅐🅑', '🇷 🇦 🇧', 'ʳᵃᵇ', 'ₛᵤₚₚₒᵣₜ', 'ꜱᴜᴘᴘᴏʀᴛ', 'ｻﾎﾟｰﾄ'],
  'with digits and signs for letters': ['R4B', '5upp0rt', '0fficia1', '@dmin', 'Adm|n', 'offic!al'],
  'with look-alikes of the alphabet': ['Officlal', 'OfficiaI', 'AdmIn', 'Adrnin', 'Suppport'],
  'with marks': ['śüppörť', 'R̶A̶B̶', 'Àdmïn', 'r̲a̲b̲'],
  'in Chinese': ['客服中心', '官方', '管理员', '管理員', '平台客服'],
  'in Japanese and Korean': ['サポート', '公式', '運営', '고객센터', '공식 계정', '관리자'],
  'in Thai and Vietnamese': ['ฝ่ายบริการ', 'ทางการ', 'hỗ trợ', 'Hỗ Trợ Khách', 'chính thức'],
  'in languages of Europe': ['Kundendienst', 'offiziell', 'assistance', 'officiel', 'Поддержка', 'soporte'],
};

test.each(Object.entries(ATTACKS))('names that sound like the operator are reserved (%s)', (_how, names) => {
  expect(names.filter((name) => !isReservedName(name))).toEqual([]);
});

describeOnDatabase('where a name is chosen', (fixture) => {
  test('it is refused at its field, in one’s language, and nothing is used up: at registering, renaming, and a sub-account', async () => {
    const world = openWorld(fixture.database);
    const from = { address: freshAddress(), lang: 'DE' as const };
    const email = freshEmail();
    const invitationCode = await world.invitation();
    await world.done('sendRegisterCode', { email, invitationCode }, from);
    const code = await world.codeFor(email);
    const { ticket } = await world.done('checkRegisterInfo', { loginName: email, invitationCode, code }, from);
    const register = (name: string) => ({ ticket: ticket ?? '', nickname: name, password: PASSWORD });
    const reserved = MESSAGES.DE.fields['reserved-name'];
    const fieldsOf = async (answer: Promise<Answer>) => {
      const told = await answer;
      return told.ok ? null : told.body.fields;
    };
    expect(await fieldsOf(world.call('register', register('RАB Ѕuppоrt'), from))).toEqual({ nickname: reserved });
    expect(await fieldsOf(world.call('register', register('M\u200bai'), from))).toEqual({
      nickname: MESSAGES.DE.fields.invalid,
    });
    const { token } = await world.done('register', register('Mai'), from);
    const mine = { ...from, token };
    expect(await fieldsOf(world.call('updateNickname', { nickname: '官方客服' }, mine))).toEqual({
      nickname: reserved,
    });
    expect(await fieldsOf(world.call('createSubAccount', { name: 'R4B' }, mine))).toEqual({ name: reserved });
    expect((await world.done('userInfo', {}, mine)).nickname).toBe('Mai');
    expect(await world.done('tradingAccounts', {}, mine)).toMatchObject({ accounts: [{ kind: 'main' }] });
  });
});
