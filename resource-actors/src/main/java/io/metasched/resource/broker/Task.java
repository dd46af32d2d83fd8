package io.metasched.resource.broker;

import io.metasched.resource.model.Span;

/**
 * Task that runs on one node over a fixed span.
 *
 * <p>Source: the broker-agent paper, section 3.2; demand and access are additions.
 *
 * @param id number, unique among the tasks of all brokers that share agents, at least 0
 * @param span time of the run, in ticks
 * @param load share of the node that the task uses, 1 to 100 per cent
 * @param demand demand of the task on the node
 * @param access users who may see and cancel the task's reservation
 */
public record Task(long id, Span span, int load, NodeDemand demand, AccessList access) {
  /** Maximum load that a task may put on a node, in per cent. */
  public static final int MOST_LOAD = 100;

  /**
   * @throws IllegalArgumentException if the id or the load is out of range
   */
  public Task {
    if (id < 0 || load < 1 || load > MOST_LOAD) {
      throw new IllegalArgumentException(
          "a task needs an id of at least 0 and a load of 1 to 100 per cent, but has %d and %d"
              .formatted(id, load));
    }
  }

  /** Creates a task as in the paper: without demands, and open to everyone. */
  public static Task of(long id, Span span, int load) {
    return new Task(id, span, load, NodeDemand.NONE, AccessList.OPEN);
  }
}
