import type { VirtualItem } from '@tanstack/react-virtual';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useGradualRows } from '../../../src/start';
import { render } from '../support/render';

const frames = new Map<number, FrameRequestCallback>();
let asked = 0;
beforeEach(() => {
  frames.clear();
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    frames.set((asked += 1), callback);
    return asked;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void frames.delete(id));
  return () => vi.unstubAllGlobals();
});

/** Draws a frame, as a browser does. */
function draw(): void {
  const due = [...frames.values()];
  frames.clear();
  act(() => due.forEach((callback) => callback(0)));
}

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
  for (let turn = 0; turn < 10 && frames.size > 0; turn += 1) {
    draw();
    shown.push(container.childElementCount);
  }
  expect(shown).toEqual([4, 6, 6]);
  expect(frames.size).toBe(0);
});
