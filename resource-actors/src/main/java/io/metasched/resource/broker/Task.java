package io.metasched.resource.broker;

import io.metasched.resource.model.Span;

/**
 * Task that runs on one node over a fixed span.
 *
 * <p>Source: the broker-agent paper, section 3.2; demand and access are additions.
 *
 * @param id unique number among the tasks of all brokers that use common agents, at least 0
 * @param span time of the run, in ticks
 * @param load its share of a node, 1 to 100 per cent
 * @param demand its demand on the node
 * @param access users who may see and cancel its reservation
 */
public record Task(long id, Span span, int load, NodeDemand demand, AccessList access) {
  /** Maximum load of a node by a task, in per cent. */
  public static final int MOST_LOAD = 100;

  /**
   * @throws IllegalArgumentException if an id or a load is out of range
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
