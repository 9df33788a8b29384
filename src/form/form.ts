/**
 * Keeps a form's state: values, which fields were left once, and the problems. Fields are judged when they are left, then
 * live; on submit the focus goes to the first error. The judge may come late, with a chunk of its own: typing
 * goes on meanwhile.
 */
import { Signal } from '../bridge/signal';
import type { Judge, Problem } from './judge';

export type TextInput = HTMLInputElement | HTMLTextAreaElement;
export type FieldError = { type: Problem } | { type: 'server'; message: string };
export type FieldErrors<V> = Partial<Record<keyof V & string, FieldError>>;

export class Form<V extends Record<string, string>> {
  readonly errors = new Signal<FieldErrors<V>>({});
  /** A submit waits for the judge. */
  readonly isPreparing = new Signal(false);
  readonly #names: readonly (keyof V & string)[];
  readonly #loadJudge: () => Judge<V> | Promise<Judge<V>>;
  readonly #inputs = new Map<keyof V & string, TextInput>();
  readonly #touched = new Set<keyof V & string>();
  #defaults: V;
  #values: V;

  /** @param defaults in the order in which the fields stand */
  constructor(defaults: V, loadJudge: () => Judge<V> | Promise<Judge<V>>) {
    this.#names = Object.keys(defaults);
    this.#defaults = defaults;
    this.#values = defaults;
    this.#loadJudge = loadJudge;
  }

  has(name: string): name is keyof V & string {
    return this.#names.includes(name);
  }

  /** Gives a new input the field's value. An input that is already attached keeps its own: its value is newer. */
  attach(name: keyof V & string, input: TextInput): void {
    if (this.#inputs.get(name) === input) return;
    this.#inputs.set(name, input);
    if (input.value !== this.#values[name]) input.value = this.#values[name] ?? '';
  }

  /** Loads the judge ahead of its use. A failure is for the submit to tell. */
  async warmUp(): Promise<void> {
    await this.#judge();
  }

  change(name: keyof V & string, value: string): void {
    this.#values = { ...this.#values, [name]: value };
    if (this.errors.get()[name]?.type === 'server') this.#setError(name, undefined);
    if (this.#touched.has(name)) void this.#judgeTouched();
    else void this.warmUp();
  }

  leave(name: keyof V & string): void {
    this.#touched.add(name);
    void this.#judgeTouched();
  }

  /**
   * Hands on the values as the schema turned them out, or shows the problems and moves the focus to the first.
   * @returns whether there was a judge
   */
  async submit(onValid: (values: V) => Promise<void> | void): Promise<boolean> {
    // A second tap while the first one waits is the same wish.
    if (this.isPreparing.get()) return true;
    this.isPreparing.set(true);
    const judge = await this.#judge();
    this.isPreparing.set(false);
    if (!judge) return false;
    for (const name of this.#names) this.#touched.add(name);
    const { values, problems } = judge(this.#read());
    this.errors.set(asErrors(problems, this.#names));
    if (values) await onValid(values);
    else this.#focusFirst();
    return true;
  }

  /** Puts a refusal at a field. */
  refuse(name: keyof V & string, message: string): void {
    this.#setError(name, { type: 'server', message });
  }

  focus(name: keyof V & string): void {
    this.#inputs.get(name)?.focus();
  }

  isDirty(name: keyof V & string): boolean {
    return this.#values[name] !== this.#defaults[name];
  }

  /** Returns whether a person has typed anything. */
  readonly hasInput = (): boolean => this.#names.some((name) => this.isDirty(name));

  /** Gives a field a new value that counts as untouched. */
  reset(name: keyof V & string, value: string): void {
    this.#defaults = { ...this.#defaults, [name]: value };
    this.#values = { ...this.#values, [name]: value };
    this.#touched.delete(name);
    this.#setError(name, undefined);
    const input = this.#inputs.get(name);
    if (input) input.value = value;
  }

  /** Returns the present values of these fields. */
  valuesOf(names: readonly (keyof V & string)[]): Record<string, string> {
    const values = this.#read();
    return Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  }

  /** Puts in what a person typed before a restart: it is theirs, and no default. */
  restore(name: keyof V & string, value: string): void {
    this.#values = { ...this.#values, [name]: value };
    const input = this.#inputs.get(name);
    if (input) input.value = value;
  }

  async #judge(): Promise<Judge<V> | null> {
    try {
      return await this.#loadJudge();
    } catch {
      return null;
    }
  }

  async #judgeTouched(): Promise<void> {
    const judge = await this.#judge();
    if (!judge) return;
    const { problems } = judge(this.#read());
    const found = asErrors(problems, [...this.#touched]);
    const told = Object.entries(this.errors.get()).filter(([, error]) => error?.type === 'server');
    this.errors.set({ ...found, ...(Object.fromEntries(told) as FieldErrors<V>) });
  }

  /** Inputs know best: password managers fill them in ways of their own. */
  #read(): V {
    const shown = [...this.#inputs].map(([name, input]) => [name, input.value]);
    this.#values = { ...this.#values, ...(Object.fromEntries(shown) as Partial<V>) };
    return this.#values;
  }

  #setError(name: keyof V & string, error: FieldError | undefined): void {
    const { [name]: _, ...others } = this.errors.get();
    this.errors.set((error ? { ...others, [name]: error } : others) as FieldErrors<V>);
  }

  #focusFirst(): void {
    const first = this.#names.find((name) => this.errors.get()[name]);
    if (first) this.focus(first);
  }
}

function asErrors<V>(
  problems: Partial<Record<keyof V & string, Problem>>,
  names: readonly (keyof V & string)[],
): FieldErrors<V> {
  const errors: FieldErrors<V> = {};
  for (const name of names) {
    const type = problems[name];
    if (type) errors[name] = { type };
  }
  return errors;
}
