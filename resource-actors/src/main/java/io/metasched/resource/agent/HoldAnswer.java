package io.metasched.resource.agent;

import java.util.List;

/**
 * What an agent answers to accepted offers; each task is in one of the lists.
 *
 * @param held in the order they were named
 * @param refused in the order they were named
 */
public record HoldAnswer(List<HeldTask> held, List<RefusedTask> refused) {
  /** Copies the lists. */
  public HoldAnswer {
    held = List.copyOf(held);
    refused = List.copyOf(refused);
  }
}
