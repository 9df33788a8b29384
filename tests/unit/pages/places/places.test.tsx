import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import ChooseLocation from '../../../../src/pages/places/ChooseLocation';
import OpenLocation from '../../../../src/pages/places/OpenLocation';
import { takeChosen } from '../../../../src/places/chosen';
import { FakeWorker, type Handlers } from '../fake-worker';
import { named, open, tap, text, untilText } from '../support';

const NO_TILES: Handlers = { mapTiles: () => ({ tiles: null }) };
const TILES: Handlers = {
  mapTiles: () => ({ tiles: { path: '/map-tiles/{z}/{x}/{y}', maxZoom: 19, attribution: 'Example maps' } }),
};

async function type(value: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=search]');
  if (!input) throw new Error('there is no search');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('choosing a place', () => {
  it('finds it by name, and gives it to the screen that the link names', async () => {
    appHistory.replace(`${paths.chooseLocation}?to=${encodeURIComponent(paths.openLocation)}`);
    open(ChooseLocation, new FakeWorker(NO_TILES));
    await untilText('Move the map under the pin, or search.');
    expect(named('Use this place').hasAttribute('disabled')).toBe(true);
    await type('hano');
    await tap('Hanoi');
    await untilText('Hanoi21.02780, 105.83420');
    await tap('Use this place');
    expect(appHistory.address).toMatchObject({
      path: paths.openLocation,
      search: 'lat=21.02780&lng=105.83420&name=Hanoi',
    });
  });

  it('keeps it for the screen behind, once, where the link names none that is open', async () => {
    appHistory.replace(`${paths.chooseLocation}?lat=1.5&lng=2.5&to=/nowhere`);
    open(ChooseLocation, new FakeWorker(NO_TILES));
    await untilText('1.50000, 2.50000');
    await tap('Use this place');
    expect(takeChosen()).toEqual({ lat: 1.5, lng: 2.5, name: null });
    expect(takeChosen()).toBeNull();
  });

  it('says where nothing is found', async () => {
    appHistory.replace(paths.chooseLocation);
    open(ChooseLocation, new FakeWorker(NO_TILES));
    await type('no such town');
    await untilText('Nothing found. Type coordinates, or move the map.');
  });
});

describe('showing a place', () => {
  it('tells name and coordinates, and the source of the map', async () => {
    appHistory.replace(`${paths.openLocation}?lat=48.2082&lng=16.3738&name=Caf%C3%A9%20%3Cb%3E`);
    open(OpenLocation, new FakeWorker(TILES));
    await untilText('Café <b>', '48.20820, 16.37380', 'Example maps');
    expect(document.querySelector('[role=application]')?.getAttribute('aria-label')).toBe('Map of the place');
  });

  it('says that a link names none, and leads to choosing one', async () => {
    appHistory.replace(`${paths.openLocation}?lat=91&lng=0`);
    open(OpenLocation, new FakeWorker(NO_TILES));
    await untilText('This link names no place.');
    expect(text()).not.toContain('91');
    await tap('Choose a place');
    expect(appHistory.address.path).toBe(paths.chooseLocation);
  });
});
