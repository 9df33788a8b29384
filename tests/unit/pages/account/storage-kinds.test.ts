import { expect, it } from 'vitest';
import { calls } from '../../../../contract/index';
import { KINDS } from '../../../../src/pages/account/About/storage-rows';

it('names every kind of record that the device keeps', () => {
  const kept = Object.values(calls).filter((call) => call.cache.kind !== 'none');
  const unnamed = [...kept.map(({ name }) => name), 'homePicture'].filter((name) => !(name in KINDS));
  expect(unnamed).toEqual([]);
});
