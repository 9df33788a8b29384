/** Looks at a screen without a network: as it opens, and with each choice of its tabs and filters. */
import type { Page } from '@playwright/test';
import { expect } from './app';
import { WITHOUT_RECORDS, type OpenRoute } from './routes';

/** Their choices stay chosen, and narrow nothing. */
const SETTINGS: ReadonlySet<OpenRoute['name']> = new Set(['appearance', 'avatar', 'lock']);

/** Groups of choices: segments, tabs, chips of which one is chosen, and chips that are on or off; those of forms narrow nothing. */
const GROUPS = [
  'fieldset:has(input[type=radio])',
  '[role=radiogroup]',
  '[role=tablist]',
  'label:has(> select)',
  'button[aria-pressed]',
]
  .map((group) => `main ${group}:not(form *)`)
  .join(', ');
/** A list that has more than the device keeps may say so; nothing else may fail. */
const MAY_FAIL = 'Could not load more';
/** For a screen to show what the device keeps, on a busy machine. */
const PATIENCE_MS = 30_000;

/** Tells what is wrong with the screen as it is; null for nothing. */
function faultOn(page: Page, hasRecords: boolean): Promise<string | null> {
  return page.evaluate(
    ([mayFail, isAgeWanted]) => {
      const main = document.querySelector('main');
      const text = main?.innerText ?? '';
      if (!main || text.trim() === '') return 'is empty';
      if (main.querySelector('[aria-busy="true"]:not(button)')) return 'is still loading';
      if (text.includes('No such page')) return 'is no page';
      const alerts = [...main.querySelectorAll<HTMLElement>('[role="alert"]')].map(({ innerText }) => innerText.trim());
      const failure = alerts.find((alert) => alert !== '' && !alert.includes(mayFail));
      if (failure !== undefined) return `says “${failure.replaceAll(/\s+/g, ' ')}”`;
      if (!text.includes('Offline')) return 'does not say that it is offline';
      return isAgeWanted && !/as of/.test(text) ? 'does not say how old it is' : null;
    },
    [MAY_FAIL, hasRecords] as const,
  );
}

interface Group {
  label: string;
  options: string[];
}

/** The groups of choices on screen, in their order. A chip that is on or off is a group of two. */
function groupsOn(page: Page): Promise<Group[]> {
  return page.evaluate((selector) => {
    const textOf = (element: Element | null | undefined) => (element as HTMLElement | null)?.innerText?.trim() ?? '';
    return [...document.querySelectorAll<HTMLElement>(selector)].map((group) => {
      const select = group.querySelector('select');
      const label = group.ariaLabel ?? select?.ariaLabel ?? group.querySelector('legend')?.textContent ?? textOf(group);
      if (select) return { label, options: [...select.options].map(({ text }) => text) };
      if (group.hasAttribute('aria-pressed')) return { label, options: ['off', 'on'] };
      const choices = [...group.querySelectorAll<HTMLElement>('input[type=radio], [role=tab]')];
      return { label, options: choices.map((one) => textOf(one instanceof HTMLInputElement ? one.labels?.[0] : one)) };
    });
  }, GROUPS);
}

/** Chooses as a tap would. @returns whether the group is there */
function choose(page: Page, label: string, at: number): Promise<boolean> {
  return page.evaluate(
    ([selector, wanted, index]) => {
      const labelOf = (group: HTMLElement) =>
        group.ariaLabel ??
        group.querySelector('select')?.ariaLabel ??
        group.querySelector('legend')?.textContent ??
        group.innerText.trim();
      const group = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => labelOf(one) === wanted);
      const select = group?.querySelector('select');
      if (select) {
        select.selectedIndex = index;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      } else if (group?.hasAttribute('aria-pressed')) {
        if ((group.ariaPressed === 'true') !== (index === 1)) group.click();
      } else group?.querySelectorAll<HTMLElement>('input[type=radio], [role=tab]')[index]?.click();
      return group !== undefined;
    },
    [GROUPS, label, at] as const,
  );
}

/** Walks one screen, and collects what is wrong with it. */
export class Airplane {
  readonly faults: string[] = [];
  looked = 0;

  constructor(
    private readonly page: Page,
    private readonly route: OpenRoute,
  ) {}

  private async look(at: string): Promise<void> {
    const { page, route } = this;
    const fault = () => faultOn(page, !WITHOUT_RECORDS.has(route.name));
    this.looked += 1;
    const isWell = await expect
      .poll(fault, { timeout: PATIENCE_MS })
      .toBeNull()
      .then(
        () => true,
        () => false,
      );
    if (!isWell) this.faults.push(`${route.name}${at} ${await fault()}`);
  }

  /** Every choice of the first group, and with each of them every choice of the others. */
  async lookAtAll(): Promise<void> {
    await this.look('');
    if (SETTINGS.has(this.route.name)) return;
    const [first] = await groupsOn(this.page);
    if (!first) return;
    for (const [at, option] of first.options.entries()) {
      await choose(this.page, first.label, at);
      const chosen = ` · ${first.label}: ${option}`;
      await this.look(chosen);
      for (const other of (await groupsOn(this.page)).filter(({ label }) => label !== first.label))
        await this.each(other, chosen);
    }
    await choose(this.page, first.label, 0);
  }

  private async each({ label, options }: Group, chosen: string): Promise<void> {
    for (const [at, option] of options.entries()) {
      if (at === 0 || !(await choose(this.page, label, at))) continue;
      await this.look(`${chosen} · ${label}: ${option}`);
    }
    await choose(this.page, label, 0);
  }
}
