package io.metasched.service.site.slurm;

import java.time.Instant;
import java.util.Optional;

/**
 * Job in the accounting of a site, which retains jobs longer than the controller does.
 *
 * @param id job number; earlier jobs may have had the same number
 * @param exit exit status, if it has ended
 * @param start time of its start, if it has started
 * @param end time of its end, if it has ended
 */
public record AccountedJob(
    long id,
    String name,
    String user,
    SiteJobState state,
    Optional<ExitStatus> exit,
    Optional<Instant> submitted,
    Optional<Instant> start,
    Optional<Instant> end) {}
