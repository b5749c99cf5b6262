// A value that others can watch.
export function signal(initial) {
  let current = initial;
  const watchers = new Set();
  return {
    get value() {
      return current;
    },
    set(next) {
      if (next !== current) {
        current = next;
        watchers.forEach((watcher) => watcher(next));
      }
    },
    /** Calls `watcher` at each change, until the returned function is called. */
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
