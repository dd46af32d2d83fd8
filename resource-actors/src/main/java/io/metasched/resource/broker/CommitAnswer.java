package io.metasched.resource.broker;

import java.util.List;

/**
 * Answer of an agent to a commit; each task is in one of the lists.
 *
 * @param committed ids of the committed tasks, in the order of the request
 * @param refused refused tasks, in the order of the request
 */
public record CommitAnswer(List<Long> committed, List<RefusedTask> refused) {
  public CommitAnswer {
    committed = List.copyOf(committed);
    refused = List.copyOf(refused);
  }
}
