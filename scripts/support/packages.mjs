/** Gets packages of Debian for the tests, as root. */
import { runBeside } from './run.mjs';

/** A machine without a way to the packages says so soon. */
const APT = ['apt-get', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=30'];

export const canInstallPackages = () => process.platform === 'linux' && process.getuid?.() === 0;

/** The caller looks whether it helped. */
export async function tryPackages(...names) {
  await runBeside([...APT, 'update', '-qq']);
  await runBeside([...APT, 'install', '-y', '-qq', '--no-install-recommends', ...names], {
    DEBIAN_FRONTEND: 'noninteractive',
  });
}
