import { describe, expect, it, vi } from 'vitest';
import { routeOfLink } from '../../../src/app/app-links';
import { takeInvitation } from '../../../src/app/launch';
import { hrefTo, paths } from '../../../src/app/paths';

const HOME = '#/';

describe('links of the app’s own scheme', () => {
  it.each([
    ['web+rab:invite/ABC123', hrefTo('/', { invite: 'ABC123' })],
    ['web+rab://invite/abc123/', hrefTo('/', { invite: 'abc123' })],
    ['web+rab:order/17', hrefTo(paths.otcOrder, { id: '17', shortcut: '1' })],
    ['web+rab://order/rab/17', hrefTo(paths.otcOrder, { id: '17', market: 'rab', shortcut: '1' })],
  ])('%s leads to %s', (link, route) => {
    expect(routeOfLink(link)).toBe(route);
  });

  it.each([
    'web+rab:',
    'web+rab:invite/',
    'web+rab:invite/AB',
    'web+rab:invite/rab/ABC123',
    'web+rab:invite/ABC123?x=1#/pages/withdraw/withdraw',
    'web+rab:invite/%2e%2e%2fwithdraw',
    'web+rab:order/0',
    'web+rab:order/-1',
    'web+rab:order/17/../../withdraw/withdraw',
    'web+rab:order/usdt/17',
    'web+rab:order/12345678901234567890',
    'web+rab:withdraw/17',
    'web+rab:/pages/withdraw/withdraw',
    'web+rab:javascript:alert(1)',
    'javascript:alert(1)',
    'https://evil.example/',
    '//evil.example/',
    ' web+rab:order/17',
    'web+rab:order/17\n',
    'WEB+RAB:order/17',
  ])('%j opens the app and nothing more', (link) => {
    expect(routeOfLink(link)).toBe(HOME);
  });

  it('is put behind the hash before anything looks at the address', () => {
    const replaceState = vi.fn();
    const start = (search: string) =>
      takeInvitation({
        location: { search, pathname: '/' },
        history: { state: null, replaceState },
      } as unknown as Window);
    start(`?link=${encodeURIComponent('web+rab:order/17')}`);
    expect(replaceState).toHaveBeenLastCalledWith(null, '', `/${hrefTo(paths.otcOrder, { id: '17', shortcut: '1' })}`);
    start('?link=nonsense');
    expect(replaceState).toHaveBeenLastCalledWith(null, '', `/${HOME}`);
    start('?other=1');
    expect(replaceState).toHaveBeenCalledTimes(2);
  });
});
