export function addLink(rel: 'modulepreload' | 'stylesheet', address: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  // As the page's own scripts ask for it, so that it is the same answer.
  link.crossOrigin = '';
  link.href = address;
  return document.head.appendChild(link);
}
