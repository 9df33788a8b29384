/** The AI dividend (docs/rules.md §7). */
import { nameCall } from '../call';

export const claimDividend = nameCall('claimDividend', 'POST', '/api/v1/user/aiReceive');
export const dividendReleases = nameCall('dividendReleases', 'POST', '/api/v1/user/aiIncome');
export const dividendInfo = nameCall('dividendInfo', 'GET', '/api/v1/user/aiInfo');
