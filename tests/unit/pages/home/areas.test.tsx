import { expect, it } from 'vitest';
import { TABS, type PathName } from '../../../../src/app/paths';
import { actions, areaGroups, homeAreas } from '../../../../src/pages/home/Home/areas';
import { routesInside } from '../../../../src/routes';

/** Screens that another one leads to, with what they are about. */
const STEPS: readonly PathName[] = [
  'otcOrder',
  'counterparty',
  'machine',
  'firstTradePassword',
  'changeLoginPassword',
  'changeTradePassword',
  'authenticator',
  'lock',
  'telling',
  'notices',
  'addCryptoMethod',
  'addBankMethod',
  'createSubAccount',
  'nickname',
  'avatar',
  'document',
  'chooseLocation',
  'openLocation',
  // Customer service leads to these, the bell and Settings to the others.
  'feedback',
  'writeFeedback',
  'chatRoom',
  'shared',
];

it('Home leads to every area that is open', () => {
  const offered = new Set([...actions(), ...areaGroups().flatMap(({ areas }) => areas)].map(({ screen }) => screen));
  const missing = routesInside()
    .map(({ name }) => name)
    .filter((name) => !offered.has(name) && !STEPS.includes(name) && !(TABS as readonly string[]).includes(name));
  expect(missing).toEqual([]);
});

it('fills two rows of four, with More at the end', () => {
  expect(homeAreas()).toHaveLength(7);
});
