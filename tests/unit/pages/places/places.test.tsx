import { describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import ChooseLocation from '../../../../src/pages/places/ChooseLocation';
import { takeChosen } from '../../../../src/places/chosen';
import { type Handlers } from '../fake-worker';
import { opened, tap, untilText } from '../support';

const NO_TILES: Handlers = { mapTiles: () => ({ tiles: null }) };

describe('choosing a place', () => {
  it('keeps it for the screen behind, once, where the link names none that is open', async () => {
    appHistory.replace(`${paths.chooseLocation}?lat=1.5&lng=2.5&to=/nowhere`);
    opened(ChooseLocation, NO_TILES);
    await untilText('1.50000, 2.50000');
    await tap('Use this place');
    expect(takeChosen()).toEqual({ lat: 1.5, lng: 2.5, name: null });
    expect(takeChosen()).toBeNull();
  });
});
