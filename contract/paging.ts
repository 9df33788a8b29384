/** How many rows a page has at most. Apart from the schemas, which not every program that pages needs. */
export const MAX_PAGE_SIZE = 100;
