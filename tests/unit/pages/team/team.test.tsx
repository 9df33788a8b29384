import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { currentToast, toast } from '../../../../src/components/toast';
import Invite from '../../../../src/pages/team/Invite';
import Team from '../../../../src/pages/team/Team';
import { USER } from '../fixtures';
import { opened, tap, text, until, untilText } from '../support';
import { teamHandlers } from './team-fixtures';

/** The text that screen readers get of a table's row. */
const cellsOf = (row: Element) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);
const tableNamed = (heading: string) =>
  [...document.querySelectorAll('table')].find((table) => table.textContent?.includes(heading));

beforeEach(() => appHistory.replace(paths.team));

describe('Team', () => {
  it('shows the level and the way to the next one as two bars', async () => {
    opened(Team, teamHandlers());
    await untilText('Current level V2', 'OTC fees lower by 10.00%', 'Computed again on');
    const bars = [...document.querySelectorAll('[role="progressbar"]')].map((bar) => [
      bar.getAttribute('aria-label'),
      bar.getAttribute('aria-valuenow'),
    ]);
    expect(bars).toEqual([
      ['Valid custody → V3', '60'],
      ['Small zone → V3', '100'],
    ]);
    expect(text()).toContain('6000 USDT');
    expect(text()).toContain('10000 USDT');
  });

  it('tells what is left to further generations, exactly', async () => {
    const team = { members: 86, custody: '342800.000000' };
    const generation1 = { members: 9, custody: '58200.000000' };
    const generation2 = { members: 31, custody: '96400.500000' };
    opened(Team, teamHandlers({ teamInfo: () => ({ team, generation1, generation2 }) }));
    await untilText('Custody by generation');
    const rows = tableNamed('Further generations')?.querySelectorAll('tbody tr') ?? [];
    const [, members, custody] = cellsOf(rows[2] as Element);
    expect([members, custody]).toEqual(['46', expect.stringContaining('188199.5 USDT')]);
  });
});

const handlers = { userInfo: () => USER };

beforeEach(() => toast.clear());
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

const toasted = (words: string) => until(() => expect(currentToast()?.text).toBe(words));

describe('Invite', () => {
  it('says that the image could not be saved, and shows the QR code alone', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    opened(Invite, handlers);
    await untilText(USER.invitationCode);
    await until(() => expect(document.querySelector('svg[role="img"] path')?.getAttribute('d')).toContain('M'));
    await tap('Save as image');
    await toasted('The image could not be saved');
  });
});
