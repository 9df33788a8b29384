/** Images that another app shared, from the screen that asks what they are for to the form that the person chose. In the page's memory alone. */

let held: { form: string; images: readonly Blob[] } | null = null;

/** Holds images for a form that opens next. */
export function giveShared(form: string, images: readonly Blob[]): void {
  held = { form, images };
}

export function isGiven(form: string): boolean {
  return held?.form === form;
}

/** Returns the images for a form, once. */
export function takeGiven(form: string): readonly Blob[] {
  if (held?.form !== form) return [];
  const { images } = held;
  held = null;
  return images;
}

/** No image of one person may come to the next one. */
export function forgetShared(): void {
  held = null;
}
