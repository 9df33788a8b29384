/** The part of libheif's own JavaScript interface that we use. */
declare module 'libheif-js/libheif/libheif.js' {
  interface HeifImage {
    is_primary(): boolean;
    get_width(): number;
    get_height(): number;
    display(target: ImageData, done: (shown: ImageData | null) => void): void;
    free(): void;
  }
  interface Libheif {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  }
  export default function libheif(): Libheif;
}
