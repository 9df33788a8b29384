import { describeKilled } from './kill';

describeKilled('embedded');
