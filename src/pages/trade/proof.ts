/** Proof of a payment: pictures that the buyer of a USDT trade sends with the payment's reference. */
export const MAX_PROOFS = 3;

/** Names the form of a trade's proof among drafts and shared images. */
export const proofFormOf = (tradeId: string): string => `otc-pay ${tradeId}`;
