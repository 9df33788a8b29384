/** Every table of the gateway; one file per area, each re-exported here. */
export * from './ledger';
export * from './system';
export * from './operators';
export * from './identity';
export * from './door';
export * from './custody';
export * from './content';
export * from './release';
export * from './real-name';
export * from './methods';
export * from './deposits';
export * from './exchange';
export * from './withdrawals';
export * from './payouts';
export * from './live';
export * from './otc-rab';
export * from './otc-usdt';
