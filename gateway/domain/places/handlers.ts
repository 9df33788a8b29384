/** The map's source, as the gateway is configured (docs/operating.md). */
import { MAX_TILE_ZOOM, TILE_PATH } from '../../../contract/calls/places';
import type { Handlers } from '../call-context';

export const placeHandlers: Handlers<'mapTiles'> = {
  async mapTiles({ deps: { mapTiles } }) {
    if (!mapTiles) return { tiles: null };
    const path = `${TILE_PATH}/{z}/{x}/{y}`;
    return { tiles: { path, maxZoom: MAX_TILE_ZOOM, attribution: mapTiles.attribution } };
  },
};
