import fc from 'fast-check';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { version } from '../../../contract/calls/content';
import { compareVersions, dottedVersion, releaseManifest, type ReleaseManifest } from '../../../contract/release';

describe('compareVersions', () => {
  it.each([
    ['1.10.0', '1.9.9', 1],
    ['1.2', '1.2.0', 0],
    ['1.2.0.1', '1.2', 1],
    ['1.0.50', '1.0.51', -1],
    ['2', '10', -1],
    ['01.2', '1.2', 0],
    ['10050', '1.0.50', 0],
    ['10051', '1.0.50', 1],
    ['10050', '1.0.51', -1],
    ['11000', '1.9.99', 1],
    ['10100', '1.1', 0],
    ['123456', '12.34.56', 0],
    ['10051', '10050', 1],
    ['10050', '2', -1],
    ['10050', '1.0.50.1', -1],
  ])('%s against %s is %i', (a, b, expected) => {
    expect(compareVersions(a, b)).toBe(expected);
    expect(compareVersions(b, a)).toBe(expected === 0 ? 0 : -expected);
  });

  it.each([
    '',
    'v1.2',
    '1..2',
    '1.2.',
    '1.2.3.4.5',
    '1.2-beta',
    '-1',
    '1.1e3',
    ' 1.2',
    '1234567',
    '1005',
    '999',
    '010050',
    '1e4',
    '10050.',
  ])('a malformed version is no update: %j', (text) => {
    expect(compareVersions(text, '1.0')).toBeNull();
    expect(compareVersions('1.0', text)).toBeNull();
  });
});

describe('a version code', () => {
  const part = fc.integer({ min: 0, max: 99 });

  it('is the version that it counts up, and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), part, part, (major, minor, patch) => {
        const code = String(major * 10_000 + minor * 100 + patch);
        const dotted = `${major}.${minor}.${patch}`;
        expect(dottedVersion(code)).toBe(dotted);
        expect(dottedVersion(dotted)).toBe(dotted);
        expect([compareVersions(code, dotted), compareVersions(dotted, code)]).toEqual([0, 0]);
      }),
    );
  });

  it.each(['', '999', '1005', '1000000', '-10050', '10050 ', '1.0.50-beta'])('is not %j', (text) => {
    expect(dottedVersion(text)).toBeNull();
  });

  it('is read where a gateway writes a number', () => {
    const announced = { package_url: '', hot_package_url: '', hot_version_code: 10051, version_code: '' };
    expect(z.parse(version.output, announced)).toMatchObject({ hot_version_code: '10051', version_code: '' });
  });
});

describe('releaseManifest', () => {
  const file = { path: '/index.html', length: 10, sha256: 'a'.repeat(64) };
  const manifest: ReleaseManifest = {
    format: 1,
    kind: 'hot',
    version: '1.0.51',
    issuedAt: 1_700_000_000_000,
    expiresAt: 1_800_000_000_000,
    files: [file, { ...file, path: '/assets/main-AbCd_123.js' }],
  };
  const accepts = (value: unknown) => z.safeParse(releaseManifest, value).success;

  it('takes a list of files with the start page', () => {
    expect(accepts(manifest)).toBe(true);
  });

  it.each([
    '/../x.js',
    '/./x.js',
    '//evil.example/x.js',
    'x.js',
    '/a//b.js',
    '/a%2f.js',
    '/api/v1/x',
    '/releases/x',
    '/a?b',
  ])('refuses the path %s', (path) => {
    expect(accepts({ ...manifest, files: [file, { ...file, path }] })).toBe(false);
  });

  it('refuses equal paths, no start page, another format, unknown fields', () => {
    expect(accepts({ ...manifest, files: [file, file] })).toBe(false);
    expect(accepts({ ...manifest, files: [{ ...file, path: '/other.html' }] })).toBe(false);
    expect(accepts({ ...manifest, format: 2 })).toBe(false);
    expect(accepts({ ...manifest, more: 1 })).toBe(false);
  });
});
