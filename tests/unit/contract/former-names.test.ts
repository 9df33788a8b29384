import { expect, test } from 'vitest';
import { isDefined, type CallDefinition } from '../../../contract/call';
import { everyNameOf, FORMER_NAMES, presentName } from '../../../contract/former-names';
import { declarations } from '../../../contract/index';
import { recordedTraffic } from '../../support/traffic';

/** Live events name it, a device keeps it, or the gateway keeps its name with an idempotency key. */
const isNamedSomewhere = ({ effect, shows, cache }: CallDefinition) =>
  effect === 'money' || (effect === 'read' && (shows !== 'nothing' || cache.kind !== 'none'));

test('has the names that released versions know and that are told or kept, and no others', () => {
  const known: Record<string, string> = {};
  for (const { calls } of recordedTraffic())
    for (const [former, { method, uri }] of Object.entries(calls)) {
      const call = declarations.filter(isDefined).find((one) => one.method === method && one.uri === uri);
      if (call && call.name !== former && isNamedSomewhere(call)) known[call.name] = former;
    }
  expect(FORMER_NAMES).toEqual(known);
});

test('no former name is another call’s name of today', () => {
  const former = Object.values(FORMER_NAMES);
  expect(new Set(former).size).toBe(former.length);
  expect(declarations.filter(({ name }) => former.includes(name)).map(({ name }) => name)).toEqual([]);
});

test('gives each call every name, once, whichever of them was told', () => {
  const both = ['custodyOrders', 'hostingOrder'];
  expect(everyNameOf(['custodyOrders'])).toEqual(both);
  expect(everyNameOf(['hostingOrder'])).toEqual(both);
  expect(everyNameOf([...both, 'assets', 'later'])).toEqual([...both, 'assets', 'later']);
  expect(['hostingSub', 'redeemCustodyOrder', 'later'].map(presentName)).toEqual([
    'redeemCustodyOrder',
    'redeemCustodyOrder',
    'later',
  ]);
});
