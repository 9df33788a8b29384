import { useMediaQuery } from '../../components/useMediaQuery';

/** Returns true where rail and panel stand beside the column, and no tab bar below it. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 1024px)');
}
