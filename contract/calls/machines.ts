/** Mining machines, tickets, and what machines have mined (docs/rules.md §6). */
import { nameCall } from '../call';

export const machineList = nameCall('machineList', 'GET', '/api/v1/machine/list');
export const machineInfo = nameCall('machineInfo', 'GET', '/api/v1/machine/info');
export const miningRecords = nameCall('miningRecords', 'GET', '/api/v1/machine/index');
export const buyMachine = nameCall('buyMachine', 'POST', '/api/v1/machine/buy');
