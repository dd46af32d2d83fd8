package io.metasched.metascheduler.workflow;

import io.metasched.resource.model.Window;

/**
 * Limit on windows that overlap, in addition to vacant time: for example, on the number of nodes
 * over one instant. Confined to one thread.
 */
public interface OverlapLimit {
  /** Limit that allows all windows. */
  OverlapLimit NONE =
      new OverlapLimit() {
        @Override
        public long allowedFrom(Window window) {
          return window.start();
        }

        @Override
        public void take(Window window) {}

        @Override
        public OverlapLimit copy() {
          return this;
        }
      };

  /**
   * Returns the start of a window that is within the limit; otherwise, a later start at which a
   * window of this length may be within the limit, or {@code Long.MAX_VALUE} if there is none.
   */
  long allowedFrom(Window window);

  /** Counts a window. */
  void take(Window window);

  /** Returns an independent copy. */
  OverlapLimit copy();
}
