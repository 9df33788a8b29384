import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import Home from '../../../../src/pages/home/Home';
import { setBalancesHidden } from '../../../../src/theme/eye';
import { goodHandlers } from '../fixtures';
import { opened, text, untilText } from '../support';

beforeEach(() => appHistory.replace('/pages/index/index'));

describe('Home', () => {
  it('hides every balance, also from screen readers', async () => {
    setBalancesHidden(true);
    opened(Home, goodHandlers());
    await untilText('••••••', 'Yield pool');
    for (const figure of ['28,640', '28640.52', '12,000', '12000', '128.40', '98.99'])
      expect(text()).not.toContain(figure);
    act(() => setBalancesHidden(false));
  });
});
