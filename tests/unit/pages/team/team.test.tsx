import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { act } from 'react';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { currentToast, toast } from '../../../../src/components/toast';
import Settings from '../../../../src/pages/account/Settings';
import Invite from '../../../../src/pages/team/Invite';
import Team from '../../../../src/pages/team/Team';
import { refusal } from '../fake-worker';
import { USER } from '../fixtures';
import { named, opened, tap, text, until, untilText } from '../support';
import { LEVEL, teamHandlers } from './team-fixtures';

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

  it('tells which level today’s figures give, and of the highest one', async () => {
    opened(Team, teamHandlers({ levelProgress: () => ({ ...LEVEL, expectedLevel: 1 }) }));
    await untilText('V1 from', 'if the figures stay as they are');
    opened(Team, teamHandlers({ levelProgress: () => ({ ...LEVEL, level: 3, next: null }) }));
    await untilText('This is the highest level.');
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

  it('shows new custody by day as bars, and as a table', async () => {
    opened(Team, teamHandlers());
    await untilText('New custody of the last 7 days', '49200.5 USDT');
    const bars = document.querySelector('[role="img"][aria-label^="New custody"]');
    expect(bars?.getAttribute('aria-label')).toContain('most of it on Nov 20, 2026 with 12,800.000000 USDT');
    const heights = [...(bars?.querySelectorAll('i') ?? [])].map(({ style }) => style.height);
    expect(heights).toEqual(['32%', '51.5%', '23.4%', '65.6%', '39.8%', '71.8%', '100%']);
    await tap('View as table');
    const rows = [...(tableNamed('New custody · USDT')?.querySelectorAll('tbody tr') ?? [])].map(cellsOf);
    expect(rows).toHaveLength(7);
    expect(rows[1]).toEqual(['Nov 19, 2026', expect.stringContaining('9200.5 USDT')]);
  });

  it('has the table of levels and the history in a sheet', async () => {
    opened(Team, teamHandlers());
    await untilText('Rules');
    await tap('Rules');
    await untilText('My level so far', 'V1 → V2', 'V0 → V1');
    const rows = [...(tableNamed('Off OTC fees')?.querySelectorAll('tbody tr') ?? [])].map((row) => cellsOf(row)[0]);
    expect(rows).toEqual(['V0', 'V1', 'V2 (my level)', 'V3']);
  });

  it('offers another try for each part that failed, and shows the others', async () => {
    let isDown = true;
    opened(Team, teamHandlers({ teamInfo: () => (isDown ? refusal('internal') : {}) }));
    await untilText('Current level V2', 'Retry', 'L***a');
    isDown = false;
    await tap('Retry');
    await untilText('Largest line');
  });
});

const LINK = `${location.origin}/?invite=${USER.invitationCode}`;
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

  it("hands the link to the system's sheet where there is one, and tells when that fails", async () => {
    opened(Invite, handlers);
    await untilText(LINK);
    expect(() => named('Share the link')).toThrow();
    const share = vi.fn(async () => undefined);
    Object.assign(navigator, { share });
    opened(Invite, handlers);
    await untilText('Share the link');
    await tap('Share the link');
    await until(() =>
      expect(share).toHaveBeenCalledWith({ title: 'RAB', text: `${USER.nickname} invites you to RAB`, url: LINK }),
    );
    expect(currentToast()).toBeNull();
    share.mockRejectedValueOnce(new DOMException('', 'AbortError')).mockRejectedValueOnce(new Error('no target'));
    await tap('Share the link');
    await until(() => expect(share).toHaveBeenCalledTimes(2));
    expect(currentToast()).toBeNull();
    await tap('Share the link');
    await toasted('The link could not be shared. Copy it instead.');
  });
});

it('Settings keeps the place of the person who is not known yet', async () => {
  let answer = (_: typeof USER) => {};
  const known = new Promise<typeof USER>((resolve) => (answer = resolve));
  opened(Settings, { ...handlers, userInfo: () => known });
  await untilText('Log out');
  expect(document.querySelector('[aria-busy="true"]')?.compareDocumentPosition(named('Nickname'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await act(async () => answer(USER));
  await untilText(USER.invitationCode);
  expect(document.querySelector('[aria-busy="true"]')).toBeNull();
});
