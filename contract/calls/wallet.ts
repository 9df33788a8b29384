/** Deposits, withdrawals, exchange. */
import { nameCall } from '../call';

export const withdrawIndex = nameCall('withdrawIndex', 'POST', '/api/v1/withdraw/index');
export const sendWithdrawCode = nameCall('sendWithdrawCode', 'POST', '/api/v1/withdraw/sendWithdrawCode');
export const withdrawList = nameCall('withdrawList', 'GET', '/api/v1/withdraw/list');
export const withdrawConfig = nameCall('withdrawConfig', 'GET', '/api/withdraw/config');
export const rechargeAddress = nameCall('rechargeAddress', 'GET', '/api/v1/recharge/address');
export const rechargeList = nameCall('rechargeList', 'GET', '/api/v1/recharge/list');
export const exchangeIndex = nameCall('exchangeIndex', 'POST', '/api/v1/exchange/index');
export const exchangeList = nameCall('exchangeList', 'GET', '/api/v1/exchange/list');
export const exchangeExchange = nameCall('exchangeExchange', 'POST', '/api/exchange/exchange');
