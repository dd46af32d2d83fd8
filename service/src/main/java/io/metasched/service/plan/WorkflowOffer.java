package io.metasched.service.plan;

import io.metasched.resource.model.Window;
import io.metasched.service.plan.WorkflowCommands.Task;
import java.time.Instant;
import java.util.List;

/**
 * Windows offered for all jobs of a workflow.
 *
 * @param account paying account
 * @param tasks the jobs; the offer is only for the same jobs
 * @param windows window of each job
 * @param nodes names of the nodes of each window, in the order of its parts
 * @param goal name of the advantage of the offer: soonest, cheapest or between
 */
public record WorkflowOffer(
    String id,
    String account,
    List<Task> tasks,
    List<Window> windows,
    List<List<String>> nodes,
    String goal,
    Instant validUntil)
    implements Offer {
  public WorkflowOffer {
    tasks = List.copyOf(tasks);
    windows = List.copyOf(windows);
    nodes = List.copyOf(nodes);
  }

  @Override
  public int parts() {
    return nodes.stream().mapToInt(List::size).sum();
  }

  /** Returns the sum of the costs of the windows, in 1/1000. */
  public long costMilli() {
    return windows.stream().mapToLong(Window::costMilli).sum();
  }

  /** Returns the first start of a window, in ticks. */
  public long start() {
    return windows.stream().mapToLong(Window::start).min().orElse(0);
  }

  /** Returns the latest end of a window, in ticks. */
  public long finish() {
    return windows.stream().mapToLong(Window::finish).max().orElse(0);
  }
}
