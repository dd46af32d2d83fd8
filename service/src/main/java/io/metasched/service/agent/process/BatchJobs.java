package io.metasched.service.agent.process;

import io.metasched.service.run.RunSpec;
import io.metasched.service.site.slurm.BatchSubmission;
import io.metasched.service.site.slurm.SiteJob;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Batch jobs of runs. A job has the name of its reservation, and the digest of the spec as its
 * comment. A job whose submission was not answered is therefore found, and not confused with a job
 * of an earlier service.
 */
record BatchJobs(BatchSettings settings, BatchUsers users) {
  private static final int MINUTE_SECONDS = 60;
  private static final long MIB = 1 << 20;

  /** Returns the name of the jobs of a run. */
  String name(BatchRun run) {
    return settings.name(run.id());
  }

  /** Returns whether a job of the site belongs to a run. */
  boolean isOf(SiteJob job, BatchRun run) {
    return job.name().equals(name(run))
        && isUser(job.user(), run.spec().account())
        && job.comment().equals(run.spec().digest());
  }

  private boolean isUser(String name, String account) {
    return users
        .submitter(account)
        .map(user -> user.name().equals(name))
        .orElseGet(() -> settings.rules().users().contains(name));
  }

  /** Returns the end of the reservation of a run, a whole second. */
  static Instant end(RunSpec spec) {
    var end = spec.windowEnd().truncatedTo(ChronoUnit.SECONDS);
    return end.isBefore(spec.windowEnd()) ? end.plusSeconds(1) : end;
  }

  /**
   * Returns the time limit of a job when it is submitted: whole minutes, as Slurm has them, so that
   * a job that starts before its window does not overlap the next reservation of its node. Slurm
   * does not start a job that overlaps a reservation. The limit is moved when the job has its node.
   * Without a reservation of its own, a job gets at least all its time, because only an operator
   * may set a later limit.
   */
  Duration limit(RunSpec spec) {
    if (!settings.rules().rights().reserves()) {
      return Duration.between(earliest(spec), end(spec));
    }
    var length = Duration.between(spec.windowStart(), end(spec));
    return Duration.ofMinutes(Math.max(1, length.toSeconds() / MINUTE_SECONDS));
  }

  /**
   * Returns the time from which the batch job of a run may be submitted. Only a reservation of its
   * own delays the start of a job that is submitted earlier.
   */
  Instant earliest(RunSpec spec) {
    return settings.rules().rights().reserves()
        ? Instant.MIN
        : spec.windowStart().minus(settings.lead()).truncatedTo(ChronoUnit.SECONDS);
  }

  /** Returns the batch job of a run. */
  BatchSubmission submission(BatchRun run) {
    var spec = run.spec();
    var folder = run.folder().path();
    var onNode = run.folder().place();
    var bytes = spec.limits().memoryBytes();
    return new BatchSubmission(
        settings.name(spec.id()),
        spec.digest(),
        onNode
            .map(node -> SupervisorScript.batch(node, NodeFiles.commands(spec, folder, node)))
            .orElseGet(() -> SupervisorScript.batch(folder)),
        List.of(settings.atSite(spec.node())),
        limit(spec),
        settings.reservation(spec.id()),
        Optional.of(settings.rules().partition()),
        settings.account(),
        users.submitter(spec.account()),
        onNode.isPresent() ? "/" : folder.toString(),
        onNode.isPresent() ? "/dev/null" : folder.resolve("log").toString(),
        bytes.isPresent()
            ? OptionalLong.of((bytes.getAsLong() + MIB - 1) / MIB)
            : OptionalLong.empty());
  }
}
