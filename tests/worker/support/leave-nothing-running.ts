import { afterAll } from 'vitest';
import { endVirtualTimes } from './virtual-time';

afterAll(endVirtualTimes);
