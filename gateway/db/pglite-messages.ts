/** What the gateway and the thread of the embedded database say to each other. */

export interface EmbeddedStart {
  /** Folder of the database cluster; null keeps it in memory. */
  folder: string | null;
  /** File with an image of a data folder to start from; null starts empty. */
  imagePath: string | null;
}

export type ToEmbedded =
  { type: 'connect' } | { type: 'bytes'; bytes: Uint8Array<ArrayBuffer> } | { type: 'image' } | { type: 'close' };

export type FromEmbedded =
  | { type: 'ready' }
  | { type: 'connected' }
  | { type: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'image'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'closed' }
  | { type: 'failed'; reason: string };
