/** The team and its levels (docs/rules.md §7). */
import { nameCall } from '../call';

export const teamInfo = nameCall('teamInfo', 'GET', '/api/v1/user/teamInfo');
