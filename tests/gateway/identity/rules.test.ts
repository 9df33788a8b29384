/** The pure rules of identity: passwords, throttling, masks, networks, proof of work. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAPTCHA, LOGIN_THROTTLE } from '../../../gateway/domain/identity/figures';
import { networkOf as limitedNetworkOf } from '../../../gateway/adapters/rate-limit';
import { maskAddress, maskEmail, maskPhone } from '../../../gateway/domain/identity/users/masks';
import { networkOf } from '../../../gateway/domain/identity/secrets/network';
import { isCommonPassword, isCommonTradePassword } from '../../../gateway/domain/identity/passwords/password-policy';
import { isSolved } from '../../../gateway/domain/identity/guessing/proof-of-work';
import { accountKey, codeHash, seal, unseal } from '../../../gateway/domain/identity/secrets/secrets';
import {
  decideStranger,
  delayAfterFailures,
  NO_FAILURES,
  resendDelayMs,
} from '../../../gateway/domain/identity/guessing/throttle';
import { solveChallenge } from '../../support/proof-of-work';
import { MINUTE, SECOND } from './world';

describe('passwords', () => {
  test.each([
    '123456',
    '654321',
    'aaaaaaaa',
    'abcabc',
    'asdfgh',
    '1qaz2wsx',
    'Password',
    'P@ssw0rd',
    'Admin123456',
    'iloveyou!',
    'woaini520',
    '5201314',
    'Summer2026',
    'ｐａｓｓｗｏｒｄ',
    'qwe123asd',
    '      ',
  ])('%s is common', (password) => {
    expect(isCommonPassword(password, ['lina@example.com'])).toBe(true);
  });

  test.each(['Tr1cky-Kelp', 'correct horse', '冬天的第一场雪', '83920174'])('%s is not', (password) => {
    expect(isCommonPassword(password, ['lina@example.com'])).toBe(false);
  });

  test('the own name is refused in any case', () => {
    expect(isCommonPassword('Lina.Kelp', ['lina.kelp@example.com'])).toBe(true);
    expect(isCommonPassword('lina.kelp@EXAMPLE.com', ['lina.kelp@example.com'])).toBe(true);
    expect(isCommonPassword('13928471650', ['13928471650'])).toBe(true);
    expect(isCommonPassword('lina.kelp2x', ['lina.kelp@example.com'])).toBe(false);
  });

  test('trade passwords: one digit, runs in both directions, repeated parts', () => {
    for (const common of ['111111', '99999999', '123456', '456789', '987654', '890123', '121212', '123123', '112233']) {
      expect(isCommonTradePassword(common)).toBe(true);
    }
    for (const fine of ['739215', '240816', '918273645']) expect(isCommonTradePassword(fine)).toBe(false);
  });
});

describe('throttling of log-ins', () => {
  const now = 1_795_248_000_000;

  test('delays double and stop at 15 minutes', () => {
    const { freeTries } = LOGIN_THROTTLE.account;
    expect([2, 3, 4, 5].map((failures) => delayAfterFailures(failures, freeTries))).toEqual([
      0,
      2 * SECOND,
      4 * SECOND,
      8 * SECOND,
    ]);
    expect(delayAfterFailures(1_000_000, freeTries)).toBe(15 * MINUTE);
  });

  test('within the hour the hardest captcha opens the way whatever was tried, and what a refusal asks for is enough', () => {
    const failures = fc.record({ count: fc.nat(10_000_000), lastAt: fc.integer({ min: now - 1e9, max: now }) });
    fc.assert(
      fc.property(failures, failures, (ofAccount, ofAddress) => {
        const decide = (solvedBits: number | null, at: number) =>
          decideStranger({ ofAccount, ofAddress, hourOpensAt: null, solvedBits, now: at });
        expect(decide(CAPTCHA.maxBits, now)).toEqual({ allowed: true });
        const decision = decide(null, now);
        if (decision.allowed) return;
        // A person who does what the refusal asks for gets in.
        const after = decision.because === 'rate-limited' ? decision.retryAfterMs : 0;
        const bits = decision.because === 'captcha-required' ? decision.difficultyBits : null;
        expect(decide(bits, now + after)).toEqual({ allowed: true });
      }),
    );
  });

  test('fresh subjects pass at once', () => {
    const fresh = { ofAccount: NO_FAILURES, ofAddress: NO_FAILURES, hourOpensAt: null, solvedBits: null, now };
    expect(decideStranger(fresh)).toEqual({ allowed: true });
    // Another gateway counted one that began a moment later.
    const ahead = { count: 1, lastAt: now + 5 };
    expect(decideStranger({ ...fresh, ofAccount: ahead, ofAddress: ahead })).toEqual({ allowed: true });
  });

  test('no captcha opens an hour that is used up; its end does', () => {
    const used = { ofAccount: NO_FAILURES, ofAddress: NO_FAILURES, solvedBits: CAPTCHA.maxBits, now };
    const refused = { allowed: false, because: 'rate-limited', retryAfterMs: MINUTE };
    expect(decideStranger({ ...used, hourOpensAt: now + MINUTE })).toEqual(refused);
    expect(decideStranger({ ...used, hourOpensAt: now })).toEqual({ allowed: true });
  });

  test('the wait for another code grows only after many wrong ones, and ends at 15 minutes', () => {
    expect([0, 20, 24, 25, 30, 35, 40, 500].map((wrong) => resendDelayMs(wrong) / MINUTE)).toEqual([
      1, 1, 1, 2, 4, 8, 15, 15,
    ]);
  });
});

describe('what is shown of addresses', () => {
  test('an e-mail address shows its first two characters, a number its ends', () => {
    expect(maskEmail('lina@example.com')).toBe('li***@example.com');
    expect(maskEmail('li@example.com')).toBe('l***@example.com');
    expect(maskEmail('l@example.com')).toBe('l***@example.com');
    expect(maskPhone('13812345678')).toBe('138****5678');
  });

  test.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.*'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.*'],
    ['2001:DB8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
    ['2001:db8:0001:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64', '0:0:0:0::/64'],
  ])('%s', (address, network, masked) => {
    expect(networkOf(address)).toBe(network);
    expect(limitedNetworkOf(address)).toBe(network);
    expect(maskAddress(address)).toBe(masked);
  });
});

describe('secrets', () => {
  const secret = new Uint8Array(32).fill(1);

  test('hashes are bound to purpose, account and key', () => {
    const hashes = [
      codeHash(secret, 'login', 'a', '123456'),
      codeHash(secret, 'forget', 'a', '123456'),
      codeHash(secret, 'login', 'b', '123456'),
      codeHash(secret, 'login', 'a', '123457'),
      codeHash(new Uint8Array(32).fill(2), 'login', 'a', '123456'),
      accountKey(secret, 'a'),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(codeHash(secret, 'login', 'a', '123456')).toBe(hashes[0]);
  });

  test('a sealed text opens with its secret only, and no sealing looks like another', () => {
    const sealed = seal(secret, 'message', '739215 登录');
    expect(unseal(secret, 'message', sealed)).toBe('739215 登录');
    expect(seal(secret, 'message', '739215 登录')).not.toBe(sealed);
    expect(() => unseal(new Uint8Array(32).fill(2), 'message', sealed)).toThrow();
    expect(() => unseal(secret, 'card', sealed)).toThrow();
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => unseal(secret, 'message', bytes.toString('base64url'))).toThrow();
  });

  test('a proof of work is solved by the contract’s rule and by nothing less', () => {
    const challenge = { id: 'x', salt: 'sixteen-or-more-', difficultyBits: 12, expiresAt: 0 };
    const nonce = solveChallenge(challenge);
    expect(isSolved(challenge.salt, nonce, 12)).toBe(true);
    expect(isSolved(challenge.salt, `${nonce}1`, 12)).toBe(false);
    expect(isSolved('another-salt-xxx', nonce, 12)).toBe(false);
    let exact = 0;
    while (isSolved(challenge.salt, nonce, exact + 1)) exact += 1;
    expect(exact).toBeGreaterThanOrEqual(12);
    expect(exact).toBeLessThan(40);
  });
});
