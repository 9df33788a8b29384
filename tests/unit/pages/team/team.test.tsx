import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Team from '../../../../src/pages/team/Team';
import { USER } from '../fixtures';
import { FakeWorker, refusal } from '../fake-worker';
import { find, type } from '../../support/render';
import { named, open, tap, text, until, untilText } from '../support';
import { ALONE, LEVEL, MEMBERS, NEW_CUSTODY, TEAM, teamHandlers } from './team-fixtures';

/** The text that screen readers get of a table's row. */
const cellsOf = (row: Element) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);
const tableNamed = (heading: string) =>
  [...document.querySelectorAll('table')].find((table) => table.textContent?.includes(heading));

beforeEach(() => appHistory.replace(paths.team));

describe('Team', () => {
  it('shows the level and the way to the next one as two bars', async () => {
    open(Team, new FakeWorker(teamHandlers()));
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
    open(Team, new FakeWorker(teamHandlers({ levelProgress: () => ({ ...LEVEL, expectedLevel: 1 }) })));
    await untilText('V1 from', 'if the figures stay as they are');
    open(Team, new FakeWorker(teamHandlers({ levelProgress: () => ({ ...LEVEL, level: 3, next: null }) })));
    await untilText('This is the highest level.');
  });

  it('shows every figure, and the generations as a table', async () => {
    open(Team, new FakeWorker(teamHandlers()));
    await untilText('Custody by generation');
    const figures = [...document.querySelectorAll('dl > div')].map((figure) => [
      figure.querySelector('dt')?.textContent,
      figure.querySelector('dd .rab-sr')?.textContent ?? figure.querySelector('dd')?.textContent,
    ]);
    expect(figures).toEqual([
      ['Team custody · USDT', '342800 USDT'],
      ['Small zone · USDT', '128400 USDT'],
      ['Generation 1 · USDT', '58200 USDT'],
      ['Generation 2 · USDT', '96400.5 USDT'],
      ['Largest line · USDT', '214400 USDT'],
      ['My valid custody · USDT', '6000 USDT'],
      ['Invited directly', '9'],
      ['Whole team', '86'],
    ]);
    expect(text()).toContain('6 with valid custody');
    expect(text()).toContain('51 with valid custody');
    const rows = [...(tableNamed('Further generations')?.querySelectorAll('tbody tr') ?? [])].map(cellsOf);
    expect(rows.map(([name, members]) => [name, members])).toEqual([
      ['Generation 1', '9'],
      ['Generation 2', '31'],
      ['Further generations', '46'],
    ]);
    // 342,800 − 58,200 − 96,400.5
    expect(rows[2]?.[2]).toContain('188199.5 USDT');
  });

  it('shows new custody by day as bars, and as a table', async () => {
    open(Team, new FakeWorker(teamHandlers()));
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

  it('says so where nobody has placed custody on these days', async () => {
    const days = NEW_CUSTODY.days.map(({ day }) => ({ day, custody: '0.000000' }));
    open(Team, new FakeWorker(teamHandlers({ teamDays: () => ({ days, total: '0.000000' }) })));
    await untilText('Nobody in your team has placed custody on these days.');
    expect(document.querySelector('[role="img"][aria-label^="New custody"]')).toBeNull();
  });

  it('lists members by their masked names', async () => {
    open(Team, new FakeWorker(teamHandlers()));
    await untilText('L***a', '沐**', 'Generation 2 · joined', '86 in all generations');
    expect(document.querySelectorAll('[role="listitem"]')).toHaveLength(MEMBERS.length);
  });

  it('narrows members on the device, and keeps the filters in the address', async () => {
    const worker = new FakeWorker(teamHandlers());
    open(Team, worker);
    await untilText('L***a', '沐**');
    await choose('Generation 2');
    await until(() => {
      expect(text()).not.toContain('L***a');
      expect(text()).toContain('沐**');
    });
    expect(appHistory.address.search).toBe('generation=2');
    expect(worker.searches.at(-1)?.request.query).toEqual({ tag: '2' });
    type(find<HTMLInputElement>('input[type="search"]'), 'nobody');
    await untilText('No member fits.');
    expect(worker.searches.at(-1)?.request.query).toEqual({ tag: '2', text: 'nobody' });
    await tap('Clear filters');
    await untilText('L***a');
    expect(appHistory.address.search).toBe('');
  });

  it('has the table of levels and the history in a sheet', async () => {
    open(Team, new FakeWorker(teamHandlers()));
    await untilText('Rules');
    await tap('Rules');
    await untilText('My level so far', 'V1 → V2', 'V0 → V1');
    const rows = [...(tableNamed('Off OTC fees')?.querySelectorAll('tbody tr') ?? [])].map((row) => cellsOf(row)[0]);
    expect(rows).toEqual(['V0', 'V1', 'V2 (my level)', 'V3']);
  });

  it('shows the code and the way to the poster to somebody who has invited nobody yet', async () => {
    const none = { items: [], nextCursor: null };
    open(Team, new FakeWorker(teamHandlers({ teamInfo: () => ALONE, teamMembers: () => none })));
    await untilText('Whoever registers with your code appears here.', USER.invitationCode);
    expect(text()).not.toContain('Custody by generation');
    expect(document.querySelector('input[type="search"]')).toBeNull();
    await tap('Copy the invitation code');
    expect(named('Invite').getAttribute('href')).toBe(`#${paths.invite}`);
    const buttons = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Invite');
    buttons[0]?.click();
    await until(() => expect(appHistory.address.path).toBe(paths.invite));
  });

  it('offers another try for each part that failed, and shows the others', async () => {
    let isDown = true;
    open(Team, new FakeWorker(teamHandlers({ teamInfo: () => (isDown ? refusal('internal') : TEAM) })));
    await untilText('Current level V2', 'Retry', 'L***a');
    isDown = false;
    await tap('Retry');
    await untilText('Largest line');
  });
});

/** Chooses a chip, which is a radio button under its label. */
async function choose(label: string): Promise<void> {
  const chip = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  await act(async () => chip?.querySelector('input')?.click());
}
