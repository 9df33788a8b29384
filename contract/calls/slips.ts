/** Delivery slips. */
import { nameCall } from '../call';

export const deliverySlips = nameCall('deliverySlips', 'GET', '/api/v1/pending/list');
export const deliverySlip = nameCall('deliverySlip', 'GET', '/api/v1/pending/info');
