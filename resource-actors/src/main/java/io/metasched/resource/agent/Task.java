package io.metasched.resource.agent;

import io.metasched.resource.model.Span;

/**
 * A task that is to run on one node over a fixed span.
 *
 * <p>Source: the broker-agent paper, section 3.2; demand and access are ours.
 *
 * @param id unique among the tasks of all brokers that use the same agents, at least 0
 * @param span when it runs, in ticks
 * @param load its share of a node, 1 to 100 per cent
 * @param demand what its node must have
 * @param access who may see and cancel its reservation
 */
public record Task(long id, Span span, int load, NodeDemand demand, AccessList access) {
  /** The most that a task may load a node with, in per cent. */
  public static final int MOST_LOAD = 100;

  /**
   * @throws IllegalArgumentException for an id or a load out of its range
   */
  public Task {
    if (id < 0 || load < 1 || load > MOST_LOAD) {
      throw new IllegalArgumentException(
          "a task needs an id of at least 0 and a load of 1 to 100 per cent, but has %d and %d"
              .formatted(id, load));
    }
  }

  /** A task as the paper has it: any node will do, and everyone may see and cancel it. */
  public static Task of(long id, Span span, int load) {
    return new Task(id, span, load, NodeDemand.NONE, AccessList.OPEN);
  }
}
