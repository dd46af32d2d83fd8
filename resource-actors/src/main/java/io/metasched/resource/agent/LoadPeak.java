package io.metasched.resource.agent;

/**
 * The highest load and the highest number of tasks of a node over a span, which need not be reached
 * at the same instant.
 *
 * @param load in per cent
 * @param tasks how many
 */
public record LoadPeak(int load, int tasks) {
  /** The higher of two levels each. */
  LoadPeak and(int otherLoad, int otherTasks) {
    return otherLoad <= load && otherTasks <= tasks
        ? this
        : new LoadPeak(Math.max(load, otherLoad), Math.max(tasks, otherTasks));
  }
}
