/**
 * [Note: App links]
 * `/?link=web+rab:…` is how the system opens a link of the app's own scheme (`protocol_handlers` of the manifest). Anybody can write one,
 * so it only leads to a screen, and only to these: `web+rab:invite/CODE` as an invitation's address does, `web+rab:order/ID` to an
 * order of the USDT market, `web+rab:order/rab/ID` to one of the RAB market. Whose order it is the gateway judges. Every other link opens
 * the app as a tap on its icon does.
 */
import { hrefTo, paths } from './paths';

const LINK = /^web\+rab:(?:\/\/)?(invite|order)\/(?:(rab)\/)?([A-Za-z0-9]{1,20})\/?$/;
const INVITATION = /^[A-Za-z0-9]{6,12}$/;
const ORDER = /^[1-9][0-9]{0,18}$/;

/** Returns the route that a link leads to, with its hash. */
export function routeOfLink(link: string): string {
  const [, kind, market, id = ''] = LINK.exec(link) ?? [];
  if (kind === 'invite' && market === undefined && INVITATION.test(id)) return hrefTo('/', { invite: id });
  // Chosen like a shortcut: the launch rule keeps it, behind the login or the lock.
  if (kind === 'order' && ORDER.test(id)) return hrefTo(paths.otcOrder, { id, market, shortcut: '1' });
  return hrefTo('/');
}
