import type { VirtualItem } from '@tanstack/react-virtual';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useGradualRows } from '../../../src/start';
import { render } from '../support/render';

const frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames.length = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void (frames[id - 1] = () => {}));
  return () => vi.unstubAllGlobals();
});

const ROWS = ['day Sat Nov 21 2026', 'a', 'b', 'c', 'd', 'e'].map((key, index): VirtualItem => ({
  key,
  index,
  start: index * 10,
  end: index * 10 + 10,
  size: 10,
  lane: 0,
}));

function Rows() {
  return useGradualRows(ROWS, { from: 0, to: 20 }).map(({ key }) => <p key={key}>{key}</p>);
}

it('makes a few rows a frame, and then asks for no frame any more', () => {
  const { container } = render(<Rows />);
  const shown: number[] = [container.childElementCount];
  for (let turn = 0; turn < 10 && frames.length > 0; turn += 1) {
    act(() => frames.splice(0).forEach((callback) => callback(0)));
    shown.push(container.childElementCount);
  }
  expect(shown).toEqual([4, 6, 6]);
  expect(frames).toEqual([]);
});
