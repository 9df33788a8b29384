import { expect, it } from 'vitest';
import { admitScriptUrl } from '../../../src/app/trusted-types';

const BASE = 'https://app.example/';

it.each(['/assets/main-a1.js', 'https://app.example/service-worker.js', '/worker/main.ts?worker_file&type=module'])(
  'admits %s',
  (url) => {
    expect(admitScriptUrl(url, BASE)).toBe(url);
  },
);

it.each([
  'https://evil.example/assets/main.js',
  '//evil.example/assets/main.js',
  '/api/6f1c0b2e9a4d4c57',
  '/uploads/picture.js',
  'data:text/javascript,alert(1)',
  'blob:https://app.example/1234',
  'javascript:alert(1)',
])('refuses %s', (url) => {
  expect(() => admitScriptUrl(url, BASE)).toThrow(TypeError);
});
