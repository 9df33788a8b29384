/** Serves map tiles at the gateway's own address (gateway/adapters/map-tiles.ts). */
import { Hono } from 'hono';
import { MAX_TILE_ZOOM, TILE_PATH } from '../../contract/calls/places';
import type { MapTiles } from '../adapters/map-tiles';
import type { GatewayEnv } from './request';

const NUMBER = /^(0|[1-9][0-9]{0,6})$/;
const A_WEEK = 'public, max-age=604800';

/** The tile that a path names; null for none that there is. */
function placeOf(parts: readonly (string | undefined)[]): [zoom: number, x: number, y: number] | null {
  if (!parts.every((part) => part !== undefined && NUMBER.test(part))) return null;
  const [zoom = 0, x = 0, y = 0] = parts.map(Number);
  const count = 2 ** zoom;
  return zoom <= MAX_TILE_ZOOM && x < count && y < count ? [zoom, x, y] : null;
}

export function mapTileRoutes(tiles: MapTiles): Hono<GatewayEnv> {
  const routes = new Hono<GatewayEnv>();
  routes.get(`${TILE_PATH}/:z/:x/:y`, async (c) => {
    const place = placeOf([c.req.param('z'), c.req.param('x'), c.req.param('y')]);
    const tile = place && (await tiles.tile(...place));
    if (!tile) return c.text('Not found', 404);
    return c.body(tile.bytes, 200, { 'Content-Type': tile.type, 'Cache-Control': A_WEEK });
  });
  return routes;
}
