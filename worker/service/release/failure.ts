import type { DownloadFailure } from '../../../contract/sw-messages';

/** Tells why a package was not installed. `detail` is for the operator: fixed words, figures, addresses of ours. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';

  constructor(
    readonly reason: DownloadFailure,
    detail: string,
    /** True where the worker may try again by itself. */
    readonly isTransient = false,
  ) {
    super(detail);
  }
}

/** A download that the person has stopped. */
export class CancelledError extends Error {
  override name = 'CancelledError';
}
