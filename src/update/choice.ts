import type { Output } from '../bridge/types';
import type { version } from '../../contract/calls/content';
import { compareVersions, dottedVersion } from '../../contract/release';
import type { ReleaseStatus, ReleaseTarget } from '../../contract/sw-messages';

type InstalledRelease = Pick<ReleaseStatus, 'installed' | 'full' | 'refused'>;

const isNewer = (version: string, than: string) => compareVersions(version, than) === 1;

/**
 * docs/rules.md §20: with a newer hot version there is an update; with a newer full version too it is the full package,
 * otherwise the hot one. Malformed versions are none, and so are those that did not start here.
 */
export function chooseTarget(announced: Output<typeof version>, installed: InstalledRelease): ReleaseTarget | null {
  const { hot_version_code: hot, version_code: full, hot_package_url, package_url } = announced;
  if (!isNewer(hot, installed.installed)) return null;
  const isFull = isNewer(full, installed.full) && isNewer(full, installed.installed);
  const target: ReleaseTarget = isFull
    ? { version: dottedVersion(full) ?? full, kind: 'full', url: package_url }
    : { version: dottedVersion(hot) ?? hot, kind: 'hot', url: hot_package_url };
  return installed.refused.some((refused) => compareVersions(refused, target.version) === 0) ? null : target;
}
