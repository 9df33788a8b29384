/**
 * [Note: history]
 * The app lies in the browser's history as [base][root][page][page]…, each entry marked with its depth (0, 1, 2, …).
 * - The base is a second entry of the root's address. Back on a root lands there: the app stays on screen and asks
 *   "press again to exit"; another back within three seconds leaves, for nothing of ours lies before. Otherwise a new
 *   root entry is put on top of the base.
 * - Tab switches replace the root, sub-pages are pushed. Opening a root (a tab, the login page) from deeper goes back
 *   to depth 1 first, so that back never walks through tabs or into pages of before.
 * - Plain links `<a href="#/…">` are pushed by the browser without a mark; the mark is added here.
 * - From MAX_DEPTH on a page takes the place of the one before it: a browser keeps some 50 entries, and where the root is
 *   dropped no step leads back to it.
 * - A guarded page (a form with something in it) is not left at once by back, forward or a link: the step is undone, the
 *   person is asked, and the step is taken again when they agree. What the app itself opens is not held up.
 * A reload keeps the marks, so the place and the way back survive it.
 */
import { TOAST_MS } from '../components/toast';

/** The app's address: the path behind the hash, and the text after its `?`. */
export interface Address {
  path: string;
  search: string;
}

export interface HistoryDeps {
  window: Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>;
  /** Calls back once after `delayMs`; the answer cancels it. */
  after: (delayMs: number, callback: () => void) => () => void;
  /** Returns whether an address belongs at depth 1. */
  isRoot: (path: string) => boolean;
  /** Back was pressed on a root: ask the person to press again. */
  onLeaveAsked: () => void;
}

/** Asks before a page with unsaved input is left. */
export interface Guard {
  isDirty: () => boolean;
  /** Asks the person; `leave` takes them to their target. */
  ask: (leave: () => void) => void;
}

interface Mark {
  rabDepth: number;
}

/** "Press again to exit" holds for as long as its toast. */
export const LEAVE_WINDOW_MS = TOAST_MS;

/** With room for sheets, which have entries of their own. */
const MAX_DEPTH = 40;

export function parseAddress(hash: string): Address {
  const text = hash.replace(/^#?\/?/, '/');
  const at = text.indexOf('?');
  return at < 0 ? { path: text, search: '' } : { path: text.slice(0, at), search: text.slice(at + 1) };
}

export function addressText({ path, search }: Address): string {
  return search ? `${path}?${search}` : path;
}

function depthOf(state: unknown): number | null {
  const depth = (state as Mark | null)?.rabDepth;
  return typeof depth === 'number' ? depth : null;
}

export class AppHistory {
  readonly #deps: HistoryDeps;
  readonly #listeners = new Set<() => void>();
  #address: Address = { path: '/', search: '' };
  #depth = 1;
  /** The root to put in place once the way back to depth 1 is done, and the entry that the last step left from. */
  #pendingRoot: { to: string; leaving: string } | null = null;
  #cancelLeave: (() => void) | null = null;
  /** A link went deeper than MAX_DEPTH: its entry is being left, and it is to take the place of the one below. */
  #sinking: string | null = null;
  #guard: Guard | null = null;
  /** A step away was undone, and the way back to the guarded page has only been asked for. */
  #returning: { leave: () => void } | null = null;

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
  }

  get address(): Address {
    return this.#address;
  }

  get depth(): number {
    return this.#depth;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /**
   * Begins at the address that is there.
   * @returns whether this is a launch (nothing of ours lies in this tab yet) and not a reload
   */
  begin(): boolean {
    const { history, location, addEventListener } = this.#deps.window;
    const depth = depthOf(history.state);
    this.#address = parseAddress(location.hash);
    this.#depth = depth === null || depth === 0 ? 1 : depth;
    if (!depth) this.#layBase();
    addEventListener.call(this.#deps.window, 'popstate', this.#onTraversal);
    addEventListener.call(this.#deps.window, 'hashchange', this.#onTraversal);
    return depth === null;
  }

  /** Stops listening; the entries stay. */
  end(): void {
    const { window } = this.#deps;
    window.removeEventListener('popstate', this.#onTraversal);
    window.removeEventListener('hashchange', this.#onTraversal);
    this.#cancelLeave?.();
  }

  /** Opens a place: a root in place of what is there, anything else on top of it. */
  open(to: string): void {
    if (this.#deps.isRoot(parseAddress(to).path)) return this.#openRoot(to);
    if (this.#depth >= MAX_DEPTH) return this.replace(to);
    this.#settleLeave();
    this.#depth += 1;
    this.#write('pushState', to);
    this.#tell(to);
  }

  /** Puts a place where the current one is. */
  replace(to: string): void {
    if (this.#deps.isRoot(parseAddress(to).path)) return this.#openRoot(to);
    this.#settleLeave();
    this.#write('replaceState', to);
    this.#tell(to);
  }

  /** One step back. @returns false when there is nothing of the app behind */
  back(): boolean {
    if (this.#depth <= 1) return false;
    this.#deps.window.history.back();
    return true;
  }

  /** Guards the current page until it is left. @returns what ends it */
  guard(guard: Guard): () => void {
    this.#guard = guard;
    return () => {
      if (this.#guard === guard) this.#guard = null;
    };
  }

  #openRoot(to: string): void {
    this.#settleLeave();
    if (this.#depth > 1) return this.#goToRoot(to);
    this.#write('replaceState', to);
    this.#tell(to);
  }

  #goToRoot(to: string): void {
    const { history } = this.#deps.window;
    this.#pendingRoot = { to, leaving: JSON.stringify(history.state) };
    history.go(1 - this.#depth);
  }

  readonly #onTraversal = (): void => {
    const { history, location } = this.#deps.window;
    const address = parseAddress(location.hash);
    const depth = depthOf(history.state);
    if (this.#returning !== null) return this.#onReturn(depth);
    if (this.#sinking !== null) return this.#finishSinking(this.#sinking, depth);
    const isLeaving = this.#pendingRoot === null && depth !== this.#depth;
    if (isLeaving && this.#guard?.isDirty()) return this.#undo(depth, address);
    if (depth === 0) return this.#onBase();
    if (depth === null) return this.#onPlainLink(address);
    this.#cancelLeave?.();
    this.#cancelLeave = null;
    this.#depth = depth;
    if (this.#pendingRoot !== null) return this.#finishRoot(this.#pendingRoot);
    this.#tell(addressText(address));
  };

  /** Goes back to the guarded page. @param depth null for a link, whose entry has no mark */
  #undo(depth: number | null, address: Address): void {
    const { history } = this.#deps.window;
    const delta = depth === null ? 1 : depth - this.#depth;
    const leave = () => {
      this.#guard = null;
      if (depth === null) this.open(addressText(address));
      else history.go(delta);
    };
    this.#returning = { leave };
    history.go(-delta);
  }

  #onReturn(depth: number | null): void {
    // The second event of the step that is being undone.
    if (depth !== this.#depth) return;
    const leave = this.#returning?.leave;
    this.#returning = null;
    if (leave) this.#guard?.ask(leave);
  }

  /** The browser has pushed an entry of its own. */
  #onPlainLink(address: Address): void {
    const to = addressText(address);
    if (this.#depth >= MAX_DEPTH) return this.#sink(to);
    this.#depth += 1;
    this.#write('replaceState', to);
    if (this.#deps.isRoot(address.path)) return this.#openRoot(to);
    this.#tell(to);
  }

  #sink(to: string): void {
    this.#sinking = to;
    this.#deps.window.history.back();
  }

  /** @param depth null while the link's entry is still the current one */
  #finishSinking(to: string, depth: number | null): void {
    if (depth === null) return;
    this.#sinking = null;
    this.#depth = depth;
    this.replace(to);
  }

  #finishRoot({ to, leaving }: { to: string; leaving: string }): void {
    // One navigation fires two events; the second may come while the way back has only been asked for.
    if (JSON.stringify(this.#deps.window.history.state) === leaving) return;
    // A sheet may have lain between: its entry has the depth of its page.
    if (this.#depth > 1) return this.#goToRoot(to);
    this.#pendingRoot = null;
    this.#write('replaceState', to);
    this.#tell(to);
  }

  #onBase(): void {
    if (this.#cancelLeave) return;
    this.#depth = 0;
    this.#write('replaceState', addressText(this.#address));
    this.#cancelLeave = this.#deps.after(LEAVE_WINDOW_MS, () => this.#settleLeave());
    this.#deps.onLeaveAsked();
  }

  /** The person stays: the root lies on its base again. */
  #settleLeave(): void {
    this.#cancelLeave?.();
    this.#cancelLeave = null;
    if (this.#depth !== 0) return;
    this.#depth = 1;
    this.#write('pushState', addressText(this.#address));
  }

  #layBase(): void {
    const to = addressText(this.#address);
    this.#deps.window.history.replaceState({ rabDepth: 0 } satisfies Mark, '', `#${to}`);
    this.#write('pushState', to);
  }

  #write(how: 'pushState' | 'replaceState', to: string): void {
    this.#deps.window.history[how]({ rabDepth: this.#depth } satisfies Mark, '', `#${to}`);
  }

  #tell(to: string): void {
    const next = parseAddress(`#${to}`);
    if (next.path === this.#address.path && next.search === this.#address.search) return;
    this.#address = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
