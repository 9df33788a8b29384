/** Masks an address so that only the part remains that may be shown again. */
import { networkOf } from '../secrets/network';

/** `lina@example.com` as `li***@example.com`; of a short name only the first character stays. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  return `${local.slice(0, local.length > 2 ? 2 : 1)}***${email.slice(at)}`;
}

/** `13812345678` as `138****5678`. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}

/** `203.0.113.7` as `203.0.113.*`, an IPv6 address as its /64. */
export function maskAddress(address: string): string {
  const network = networkOf(address);
  return network.includes(':') ? network : network.replace(/[^.]*$/, '*');
}
