import { afterEach, beforeEach, expect, vi } from 'vitest';

/** For a file of tests: gives addresses to pictures, and fails the test that leaves one of them unrevoked. Call it before what unmounts. */
export function watchBlobAddresses(): void {
  const urls = new Set<string>();
  let made = 0;
  beforeEach(() => {
    urls.clear();
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      const url = `blob:test/${(made += 1)}`;
      urls.add(url);
      return url;
    });
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void urls.delete(url));
  });
  afterEach(() => {
    const left = [...urls];
    vi.restoreAllMocks();
    expect(left, 'Blob addresses that nobody revoked').toEqual([]);
  });
}
