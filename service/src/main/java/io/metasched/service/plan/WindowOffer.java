package io.metasched.service.plan;

import io.metasched.resource.model.Window;
import io.metasched.service.book.JobSpec;
import java.time.Instant;
import java.util.List;

/**
 * A window offered for a job.
 *
 * @param wanted digest of the job, see {@link #wanted}
 * @param nodes names of the nodes, in the order of the window's parts
 * @param firm whether its time is held for the account
 * @param validUntil latest time of acceptance
 */
public record WindowOffer(
    String id, String wanted, Window window, List<String> nodes, boolean firm, Instant validUntil)
    implements Offer {
  public WindowOffer {
    nodes = List.copyOf(nodes);
  }

  @Override
  public int parts() {
    return nodes.size();
  }

  /**
   * Returns a text of all properties of a job that decide where it can run and who pays; equal for
   * equal jobs.
   */
  public static String wanted(JobSpec spec) {
    return "%s %d %s %d %d %s%s"
        .formatted(
            spec.account(),
            spec.nodes(),
            spec.work().basis(),
            spec.work().amount(),
            spec.requirements().leastPerformance(),
            spec.requirements().properties(),
            spec.sites().map(demand -> " " + demand).orElse(""));
  }
}
