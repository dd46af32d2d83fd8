package io.metasched.service.book;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Jobs for tests. A test changes only the members that matter to it. */
public final class ExampleJobs {
  private ExampleJobs() {}

  /**
   * Returns a job of account {@code a} with one node for a second, whose command is the name of the
   * job.
   */
  public static JobSpec named(String name) {
    return JobSpecBuilder.builder()
        .name(name)
        .account("a")
        .labels(Map.of())
        .nodes(1)
        .work(Work.duration(Duration.ofSeconds(1).toMillis()))
        .requirements(Requirements.NONE)
        .costLimitMilli(WindowRequest.NO_LIMIT)
        .priceLimitMilli(WindowRequest.NO_LIMIT)
        .criterion(Criterion.START)
        .run(
            RunPlanBuilder.builder()
                .command(List.of(name))
                .environment(Map.of())
                .input(List.of())
                .build())
        .onNodeLoss(NodeLoss.FAIL)
        .build();
  }
}
