package io.metasched.service.plan;

import io.metasched.resource.model.Window;
import io.metasched.service.book.JobSpec;
import java.time.Instant;
import java.util.List;

/**
 * A window that was offered for a job.
 *
 * @param wanted what it was offered for, see {@link #wanted}
 * @param nodes names of the nodes, in the order of the window's parts
 * @param firm whether it is held
 * @param validUntil when it can be taken up at the latest
 */
public record Offer(
    String id, String wanted, Window window, List<String> nodes, boolean firm, Instant validUntil) {
  /** Copies the list. */
  public Offer {
    nodes = List.copyOf(nodes);
  }

  /** What of a job decides where it may run and who pays; the same job gets the same text. */
  public static String wanted(JobSpec spec) {
    return "%s %d %s %d %d %s"
        .formatted(
            spec.account(),
            spec.nodes(),
            spec.work().basis(),
            spec.work().amount(),
            spec.requirements().leastPerformance(),
            spec.requirements().properties());
  }
}
