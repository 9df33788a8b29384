/** Mining machines, pending income, income, AI dividend. */
import { nameCall } from '../call';

export const machineList = nameCall('machineList', 'GET', '/api/v1/machine/list');
export const machineInfo = nameCall('machineInfo', 'GET', '/api/v1/machine/info');
export const machineIndex = nameCall('machineIndex', 'GET', '/api/v1/machine/index');
export const machineBuy = nameCall('machineBuy', 'POST', '/api/v1/machine/buy');
export const pendingList = nameCall('pendingList', 'GET', '/api/v1/pending/list');
export const pendingInfo = nameCall('pendingInfo', 'GET', '/api/v1/pending/info');
export const incomeLog = nameCall('incomeLog', 'GET', '/api/v1/income/log');
export const incomeTypeList = nameCall('incomeTypeList', 'GET', '/api/v1/income/type-list');
export const aiReceive = nameCall('aiReceive', 'POST', '/api/v1/user/aiReceive');
export const aiIncome = nameCall('aiIncome', 'POST', '/api/v1/user/aiIncome');
export const aiInfo = nameCall('aiInfo', 'GET', '/api/v1/user/aiInfo');
