/** Messages between the gateway and the thread of the embedded database. */

declare global {
  /** Node has these; neither the ES library nor Node's types declare them. */
  namespace WebAssembly {
    interface Module {}
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}

export interface EmbeddedStart {
  /** Folder of the database cluster; null keeps it in memory. */
  folder: string | null;
  /** File with an image of a data folder to start from; null starts empty. */
  imagePath: string | null;
}

export interface EmbeddedThreadData extends EmbeddedStart {
  /** The engine's compiled code. */
  module: WebAssembly.Module;
}

export type MessageToEmbedded =
  | { type: 'connect'; role: string | null }
  | { type: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'close' };

export type MessageFromEmbedded =
  | { type: 'ready' }
  | { type: 'connected' }
  | { type: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'closed' }
  | { type: 'failed'; reason: string };
