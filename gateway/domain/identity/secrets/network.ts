/** Reduces a network address to the part that stands for one subscriber. */
import { isIPv6 } from 'node:net';

/** The range of addresses that one holder usually has: an IPv4 /24 or an IPv6 /48, e.g. `203.0.113.0/24`, `2001:db8:0::/48`. */
export function rangeOf(address: string): string {
  const network = networkOf(address);
  if (network.endsWith('::/64')) return `${network.slice(0, -5).split(':').slice(0, 3).join(':')}::/48`;
  return network.replace(/[0-9]+$/, '0/24');
}

/** An IPv4 address as it is, or the /64 that one IPv6 subscriber has all of, e.g. `2001:db8:0:1::/64`. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[0-9.]+$)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
