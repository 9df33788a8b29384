/** The context that an image of a form is sealed in, whatever key seals it. */
export function contextOfImage(form: string, key: string): string {
  return `form image ${form} ${key}`;
}
