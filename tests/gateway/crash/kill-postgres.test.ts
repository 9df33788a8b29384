import { describeKilled } from './kill';

describeKilled('postgres');
