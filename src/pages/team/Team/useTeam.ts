import { userInfo } from '../../../../contract/calls/profile';
import { levelProgress, teamDays, teamInfo, teamMembers } from '../../../../contract/calls/team';
import { readAhead, useCall } from '../../../bridge/useCall';
import { readListAhead } from '../../../bridge/useListCall';

/** Reads ahead the data that the tab shows first. */
export async function ahead(): Promise<void> {
  await Promise.all([
    readAhead(teamInfo, {}),
    readAhead(teamDays, {}),
    readAhead(levelProgress, {}),
    readAhead(userInfo, {}),
    readListAhead(teamMembers, {}),
  ]);
}

export function useTeam() {
  return { team: useCall(teamInfo, {}), level: useCall(levelProgress, {}), user: useCall(userInfo, {}) };
}
