/** A page has at most this many rows. Apart from the schemas, since not every program that pages needs those. */
export const MAX_PAGE_SIZE = 100;
