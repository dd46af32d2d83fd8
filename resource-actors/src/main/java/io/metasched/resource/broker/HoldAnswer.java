package io.metasched.resource.broker;

import java.util.List;

/**
 * Answer of an agent to accepted offers; each task is in one of the lists.
 *
 * @param held held tasks, in the order of the request
 * @param refused refused tasks, in the order of the request
 */
public record HoldAnswer(List<HeldTask> held, List<RefusedTask> refused) {
  public HoldAnswer {
    held = List.copyOf(held);
    refused = List.copyOf(refused);
  }
}
