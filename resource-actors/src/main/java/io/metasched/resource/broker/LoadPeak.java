package io.metasched.resource.broker;

/**
 * Highest load and highest number of tasks of a node over a span, which need not be reached at the
 * same tick.
 *
 * @param load load in per cent
 * @param tasks number of tasks
 */
public record LoadPeak(int load, int tasks) {
  /**
   * Returns the maximum of the load and that of the number of tasks, which need not belong to one
   * input.
   */
  LoadPeak and(int otherLoad, int otherTasks) {
    return otherLoad <= load && otherTasks <= tasks
        ? this
        : new LoadPeak(Math.max(load, otherLoad), Math.max(tasks, otherTasks));
  }
}
