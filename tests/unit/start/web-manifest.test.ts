import { expect, it } from 'vitest';
import { webManifest } from '../../../scripts/web-manifest';
import { SHARE_PATH } from '../../../contract/share';
import { isOpen, pathName } from '../../../src/app/paths';

it('leads to routes that there are, each with an icon of its own', () => {
  const { shortcuts = [] } = webManifest();
  const routes = shortcuts.map(({ url }) => /^\.\/#(\/[^?]+)\?shortcut=1$/.exec(url)?.[1] ?? '');
  expect(routes.map(pathName)).toEqual(['deposit', 'withdraw', 'trade', 'service']);
  for (const route of routes) expect(isOpen(route), route).toBe(true);
  expect(new Set(shortcuts.map(({ icons }) => icons?.[0]?.src)).size).toBe(4);
});

it('takes shared images and links of its own scheme', () => {
  const { share_target: share, protocol_handlers: protocols } = webManifest();
  expect(share).toMatchObject({
    action: `.${SHARE_PATH}`,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'images', accept: ['image/*'] }] },
  });
  expect(protocols).toEqual([{ protocol: 'web+rab', url: './?link=%s' }]);
});
