/** The world of all domains, under the names that it had when it was custody's. */
export {
  DAY_MS,
  openGatewayWorld as openCustodyWorld,
  START,
  TRADE_PASSWORD,
  type GatewayWorld as CustodyWorld,
  type LogLine,
  type Person,
} from '../world';
