import { describe, expect, it } from 'vitest';
import { hrefTo, isOpen, pathName, paths, PUBLIC, TABS } from '../../../src/app/paths';
import { routeOf } from '../../../src/routes';

const numbered = (base: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `${base}${from + n}`);

/** The paths of docs/screens.md, word for word where it lists, counted where it says "through". */
const SPEC_PATHS = [
  '/',
  '/pages/login/login',
  '/pages/index/index',
  '/pages/my/my',
  ...numbered('/pages/index/index', 1, 5),
  '/pages/pdf/pdf',
  '/pages/kefu/kefu',
  '/pages/chatroom/room',
  ...numbered('/pages/login/login', 1, 2),
  '/pages/register/register',
  '/pages/register/register1',
  '/pages/register/verify_code',
  '/pages/register/verify_code1',
  '/pages/forget_pwd/forget_pwd',
  '/pages/forget_pwd/forget_pwd1',
  '/pages/forget_pwd/verify_code',
  '/pages/goods_detail/goods_detail',
  '/pages/share_poster/share_poster',
  '/pages/setting/setting',
  ...numbered('/pages/setting/setting', 1, 5),
  '/pages/blance_record/blance_record',
  ...numbered('/pages/blance_record/blance_record', 1, 12),
  '/pages/withdraw/withdraw',
  ...numbered('/pages/withdraw/withdraw', 1, 6),
  '/pages/withdraw/mchProfile',
  '/pages/update_pwd/update_pwd',
  ...numbered('/pages/update_pwd/update_pwd', 1, 3),
  '/pages/withdraw_record/withdraw_record',
  ...numbered('/pages/withdraw_record/withdraw_record', 1, 2),
  ...numbered('/pages/withdraw_record/withdraw_record', 6, 7),
  '/pages/order_detail/order_detail',
  '/pages/download/download',
  '/pages/second/second',
  '/pages/second/second1',
  '/choose-location',
  '/open-location',
];

/** Paths that the spec does not name: a mail's link, the page of app lock, the page for shared images, and those of telling people. */
const OWN_PATHS = [
  '/pages/security/freeze',
  '/pages/setting/lock',
  '/pages/share/share',
  '/pages/setting/telling',
  '/pages/notices/notices',
];

describe('paths', () => {
  it('are the routes that were agreed, and the documented additions, no more and no fewer', () => {
    expect(Object.values(paths).toSorted()).toEqual([...SPEC_PATHS, ...OWN_PATHS].toSorted());
  });

  it('have the five tabs in the order of the bar', () => {
    expect(TABS.map((tab) => paths[tab])).toEqual([
      '/pages/index/index',
      '/pages/index/index2',
      '/pages/blance_record/blance_record6',
      '/pages/my/my',
      '/pages/index/index1',
    ]);
  });

  it('need a login unless they are the way in', () => {
    const open = Object.entries(paths).filter(([name]) => PUBLIC.has(name as keyof typeof paths));
    for (const [, path] of open) expect(path).toMatch(/^\/$|\/(login|register|forget_pwd|download|security)\//);
    expect(routeOf(paths.assets)?.access).toBe('user');
    expect(routeOf(paths.login)?.access).toBe('public');
  });

  it('are offered only when they have a screen', () => {
    expect(isOpen(paths.home)).toBe(true);
    expect(isOpen(`${paths.custodyOrders}?id=3`)).toBe(true);
    expect(isOpen('/pages/nowhere')).toBe(false);
    expect(pathName('/pages/nowhere')).toBeUndefined();
  });

  it('make links with the query behind the hash', () => {
    expect(hrefTo(paths.custodyOrders, { id: '7', tab: undefined })).toBe('#/pages/blance_record/blance_record1?id=7');
    expect(hrefTo('/a', { q: 'ä&b' })).toBe('#/a?q=%C3%A4%26b');
  });
});
