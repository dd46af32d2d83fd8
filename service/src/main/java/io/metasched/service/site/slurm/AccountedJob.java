package io.metasched.service.site.slurm;

import java.time.Instant;
import java.util.Optional;

/**
 * Job in the accounting of a site, which retains jobs longer than the controller does.
 *
 * @param id job number; earlier jobs may have had the same number
 * @param exit exit status, if the job has ended
 * @param start start time, if the job has started
 * @param end end time, if the job has ended
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
