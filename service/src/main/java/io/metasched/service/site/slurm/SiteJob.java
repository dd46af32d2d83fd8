package io.metasched.service.site.slurm;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Job of a site, its own or ours.
 *
 * @param id job number; a site reuses numbers after some years, or after a loss of its state
 * @param reason reason why it waits or has ended, as reported by the site
 * @param reservation name of the requested reservation; empty if none
 * @param nodes nodes that it has or had; empty while it waits
 * @param plannedNodes nodes on which a waiting job is planned to start; empty if not planned
 * @param submitted time of its submission
 * @param start time of its start, or planned start of a waiting job
 * @param end time of its end; of a job on nodes, the end by its time limit; empty if it has no
 *     limit or is not planned
 * @param limit time limit; empty if it has none or uses that of its partition
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
