import { describe, expect, it } from 'vitest';
import { Percent } from '../../../src/components/Percent';
import { render } from '../support/render';

describe('a change in percent', () => {
  it.each([
    ['0.0182', '▲up +1.82%', 'up'],
    ['-0.0182', '▼down −1.82%', 'down'],
    ['0.00005', '▲up +0.01%', 'up'],
    ['0.000049', '0.00%', 'flat'],
    ['-0.000049', '0.00%', 'flat'],
    ['0', '0.00%', 'flat'],
  ])('of %s is "%s": what rounds to zero has no direction', (value, expected, tone) => {
    const { container } = render(<Percent value={value} arrow chip />);
    const shown = container.firstElementChild;
    expect(shown?.textContent).toBe(expected);
    expect(shown?.className).toContain(tone);
  });
});
