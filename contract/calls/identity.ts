/** Authenticator, real-name verification, withdrawal methods. */
import { nameCall } from '../call';

export const getGoogle2Fa = nameCall('getGoogle2Fa', 'GET', '/api/v1/user/getGoogle2Fa');
export const bindGoogle2Fa = nameCall('bindGoogle2Fa', 'POST', '/api/v1/user/bindGoogle2Fa');
export const modifyGoogle2Fa = nameCall('modifyGoogle2Fa', 'POST', '/api/v1/user/modifyGoogle2Fa');
export const docert = nameCall('docert', 'POST', '/api/v1/user/docert');
export const identityStore = nameCall('identityStore', 'POST', '/api/v1/user/identity-store');
export const identityInfo = nameCall('identityInfo', 'GET', '/api/v1/user/identity-info');
export const addBankPayment = nameCall('addBankPayment', 'POST', '/api/v1/user/add-bank-payment');
export const addChainPayment = nameCall('addChainPayment', 'POST', '/api/v1/user/add-chain-payment');
export const paymentList = nameCall('paymentList', 'GET', '/api/v1/user/payment-list');
