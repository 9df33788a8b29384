/** While the gateway starts: a page for people, a status for programs. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Hono } from 'hono';
import { listen, type ListeningServer } from '../../../gateway/http/listen';
import type { GatewayEnv } from '../../../gateway/http/request';

let listening: ListeningServer;
beforeEach(async () => void (listening = await listen('127.0.0.1', 0)));
afterEach(() => listening.close(0));

const asked = (headers: Record<string, string>) => fetch(`${listening.origin}/`, { headers });
const browser = (languages: string) => asked({ accept: 'text/html,*/*', 'accept-language': languages });

it('gives a browser a page in its language that comes back by itself, until the app is there', async () => {
  const page = await browser('xx,de-AT;q=0.9,en;q=0.8');
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('1');
  expect(page.headers.get('cache-control')).toBe('no-store');
  const text = await page.text();
  expect(text).toContain('<html lang="de">');
  expect(text).toContain('<meta http-equiv="refresh" content="1" />');
  expect(text).toContain('Der Server startet.');
  expect(page.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
  listening.serve(new Hono<GatewayEnv>().get('/', (c) => c.html('the app')));
  expect(await (await browser('de')).text()).toBe('the app');
});

it.each([
  ['zh-HK,zh;q=0.9', 'zh-Hant'],
  ['zh-CN', 'zh-Hans'],
  ['ja', 'ja'],
  ['pt-BR', 'zh-Hans'],
  ['', 'zh-Hans'],
])('reads %j as %s', async (header, language) => {
  expect(await (await browser(header)).text()).toContain(`<html lang="${language}">`);
});

it('answers programs with the status', async () => {
  const answer = await asked({ accept: '*/*' });
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'starting' }]);
  const sent = await fetch(`${listening.origin}/api/x`, { method: 'POST', headers: { accept: 'text/html' } });
  expect([sent.status, await sent.json()]).toEqual([503, { status: 'starting' }]);
});
