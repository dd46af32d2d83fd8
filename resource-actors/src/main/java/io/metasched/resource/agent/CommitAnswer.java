package io.metasched.resource.agent;

import java.util.List;

/**
 * What an agent answers to a commit; each task is in one of the lists.
 *
 * @param committed ids of the tasks that are reserved for good, in the order they were named
 * @param refused in the order they were named
 */
public record CommitAnswer(List<Long> committed, List<RefusedTask> refused) {
  /** Copies the lists. */
  public CommitAnswer {
    committed = List.copyOf(committed);
    refused = List.copyOf(refused);
  }
}
