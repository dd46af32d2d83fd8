package io.metasched.service.site.slurm;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Job at a site: a local job or one of ours.
 *
 * @param id job number; a site reuses numbers after some years, or after a loss of its state
 * @param reason reason reported by the site why the job waits or has ended
 * @param reservation name of the requested reservation; empty if none
 * @param nodes nodes that the job has or had; empty while it waits
 * @param plannedNodes nodes on which a waiting job is planned to start; empty if not planned
 * @param submitted submission time
 * @param start start time, or planned start of a waiting job
 * @param end end time of an ended job, or end by the time limit of any other job; empty if the job
 *     has no limit or is not planned
 * @param limit time limit; empty if the job has none or uses the limit of its partition
 * @param exit exit status of a job that has ended, if known
 */
@RecordBuilder
public record SiteJob(
    long id,
    String user,
    String partition,
    String name,
    String comment,
    SiteJobState state,
    String reason,
    Optional<String> reservation,
    List<String> nodes,
    List<String> plannedNodes,
    Optional<Instant> submitted,
    Optional<Instant> start,
    Optional<Instant> end,
    Optional<Duration> limit,
    Optional<ExitStatus> exit)
    implements SiteJobBuilder.With {
  public SiteJob {
    nodes = List.copyOf(nodes);
    plannedNodes = List.copyOf(plannedNodes);
  }
}
