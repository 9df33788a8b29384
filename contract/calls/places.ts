/** The map that places are shown on (docs/rules.md §9). */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';

/** The gateway fetches tiles at its own address, so that no device talks to the tile source. */
export const TILE_PATH = '/map-tiles';
export const MAX_TILE_ZOOM = 19;

export const mapTiles = defineCall({
  name: 'mapTiles',
  method: 'GET',
  uri: '/api/v1/common/map-tiles',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  cache: { kind: 'record', maxAgeMs: 3_600_000 },
  input: nothing,
  output: z.object({
    /** Null: no source is configured, and the map is a plain grid. */
    tiles: z.nullable(
      z.object({
        /** An address of this gateway's own with {z}, {x} and {y}. */
        path: z.string(),
        maxZoom: z.int(),
        /** The source's name, which its licence asks to show. */
        attribution: z.string(),
      }),
    ),
  }),
});
