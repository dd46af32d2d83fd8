package io.metasched.resource.broker;

/**
 * Highest load and highest number of tasks of a node over a span. The two maxima may be reached at
 * different ticks.
 *
 * @param load load in per cent
 * @param tasks number of tasks
 */
public record LoadPeak(int load, int tasks) {
  /** Returns the maximum of the two loads, and the maximum of the two numbers of tasks. */
  LoadPeak and(int otherLoad, int otherTasks) {
    return otherLoad <= load && otherTasks <= tasks
        ? this
        : new LoadPeak(Math.max(load, otherLoad), Math.max(tasks, otherTasks));
  }
}
