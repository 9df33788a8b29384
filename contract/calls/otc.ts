/** OTC: the RAB market and the USDT market. */
import { nameCall } from '../call';

export const otcInfo = nameCall('otcInfo', 'GET', '/api/v1/otc/info');
export const allSellList = nameCall('allSellList', 'GET', '/api/v1/otc/allSellList');
export const allSellListUsdt = nameCall('allSellListUsdt', 'GET', '/api/v1/otc/allSellListUsdt');
export const allSellListUsdt2 = nameCall('allSellListUsdt2', 'GET', '/api/v1/otc/allSellListUsdt2');
export const otcBuy = nameCall('otcBuy', 'POST', '/api/v1/otc/buy');
export const otcSell = nameCall('otcSell', 'POST', '/api/v1/otc/sell');
export const otcCancel = nameCall('otcCancel', 'POST', '/api/v1/otc/cancel');
export const doSaveCash = nameCall('doSaveCash', 'POST', '/api/v1/otc/doSaveCash');
export const otcUsdtBuy = nameCall('otcUsdtBuy', 'POST', '/api/v1/otc/otcUsdtBuy');
export const otcUsdtSell = nameCall('otcUsdtSell', 'POST', '/api/v1/otc/otcUsdtSell');
export const otcUsdtCancel2 = nameCall('otcUsdtCancel2', 'POST', '/api/v1/otc/otcUsdtCancel2');
export const otcUsdtPay = nameCall('otcUsdtPay', 'POST', '/api/v1/otc/otcUsdtPay');
export const otcUsdtSure = nameCall('otcUsdtSure', 'POST', '/api/v1/otc/otcUsdtSure');
export const meBuyList = nameCall('meBuyList', 'POST', '/api/v1/otc/meBuyList');
export const meSellList = nameCall('meSellList', 'POST', '/api/v1/otc/meSellList');
export const meBuyUsdtList = nameCall('meBuyUsdtList', 'POST', '/api/v1/otc/meBuyUsdtList');
export const meSellUsdtList = nameCall('meSellUsdtList', 'POST', '/api/v1/otc/meSellUsdtList');
