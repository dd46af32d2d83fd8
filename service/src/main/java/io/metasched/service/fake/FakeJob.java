package io.metasched.service.fake;

import io.metasched.service.site.slurm.BatchSubmission;
import io.metasched.service.site.slurm.ExitStatus;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteJobState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Job of a simulated site. The end of the job follows from its start, its behavior and the received
 * signals.
 */
final class FakeJob {
  private static final long LIMIT_CHECK_SECONDS = 30;
  private static final Duration KILL_WAIT = Duration.ofSeconds(5);
  private static final int TERM = 15;
  private static final int KILL = 9;
  private static final int USR2 = 12;

  final long id;
  final BatchSubmission job;
  final FakeBatch batch;
  final String user;
  final Instant submitted;
  SiteJobState state = SiteJobState.PENDING;
  String reason = "None";
  @Nullable Instant start;
  @Nullable Instant end;
  @Nullable Instant cancelled;
  @Nullable Instant go;
  @Nullable Instant limitEnd; // set by a command
  @Nullable Instant exited; // end of its script, if that is a process
  int exitCode;
  @Nullable Instant killed; // time of an unhandled signal
  Optional<ExitStatus> exit = Optional.empty();

  FakeJob(long id, BatchSubmission job, FakeBatch batch, String user, Instant submitted) {
    this.id = id;
    this.job = job;
    this.batch = batch;
    this.user = user;
    this.submitted = submitted;
  }

  FakeJob copy() {
    var copy = new FakeJob(id, job, batch, user, submitted);
    copy.state = state;
    copy.reason = reason;
    copy.start = start;
    copy.end = end;
    copy.cancelled = cancelled;
    copy.go = go;
    copy.limitEnd = limitEnd;
    copy.exited = exited;
    copy.exitCode = exitCode;
    copy.killed = killed;
    copy.exit = exit;
    return copy;
  }

  boolean waits() {
    return state == SiteJobState.PENDING;
  }

  boolean isRunning() {
    return state == SiteJobState.RUNNING;
  }

  private boolean hasRun() {
    return start != null && !start.equals(end); // a withdrawn job has equal start and end
  }

  boolean isOn(String node) {
    return isRunning() && job.nodes().contains(node);
  }

  Duration limit() {
    return Duration.ofMinutes(job.limitMinutes());
  }

  /** Returns the end by the job's time limit for a start at {@code at}. */
  Instant limitEnd(Instant at) {
    return limitEnd != null
        ? limitEnd
        : (start == null ? at : start).truncatedTo(ChronoUnit.SECONDS).plus(limit());
  }

  void begin(Instant at) {
    start = at;
    state = SiteJobState.RUNNING;
    reason = "None";
  }

  /** Removes the job from the queue. */
  void withdraw(Instant at) {
    state = SiteJobState.CANCELLED;
    start = at;
    end = at;
    exit = Optional.of(new ExitStatus(0, 0));
  }

  /** Ends the job because its node has failed. */
  void fail(Instant at) {
    state = SiteJobState.NODE_FAIL;
    end = at;
    exit = Optional.of(new ExitStatus(0, KILL));
  }

  void signal(String name, Instant at) {
    if (batch.refusesAfter().isPresent() && name.equals("USR2")) {
      go = go == null ? at : go;
    } else if (killed == null) {
      killed = at;
    }
  }

  /** Records the end of its script. */
  void exit(int code, Instant at) {
    exitCode = code;
    exited = at;
  }

  boolean isTerminated(Instant now) {
    return !terminated().isAfter(now);
  }

  /** Returns the time at which the job ends, unless a later signal changes it. */
  Instant plannedEnd() {
    if (exited != null) {
      return exited;
    }
    var natural = naturalEnd();
    var forced = forcedEnd();
    var first = forced.isBefore(natural) ? forced : natural;
    return killed != null && killed.isBefore(first) ? killed : first;
  }

  private Instant naturalEnd() {
    var begun = begun();
    return batch
        .refusesAfter()
        .filter(time -> go == null)
        .map(begun::plus)
        .orElseGet(() -> (go == null ? begun : go).plus(batch.runtime()));
  }

  /**
   * Returns the time at which the job receives TERM, because of a cancellation or its time limit.
   */
  private Instant terminated() {
    long limit = limitEnd(begun()).getEpochSecond();
    var check =
        Instant.ofEpochSecond(-Math.floorDiv(-limit, LIMIT_CHECK_SECONDS) * LIMIT_CHECK_SECONDS);
    return cancelled != null && cancelled.isBefore(check) ? cancelled : check;
  }

  private Instant forcedEnd() {
    return batch.heedsTerm() ? terminated() : terminated().plus(KILL_WAIT);
  }

  private Instant begun() {
    if (start == null) {
      throw new IllegalStateException("job %d has not begun".formatted(id));
    }
    return start;
  }

  /** Ends the job at its planned end. */
  void finish() {
    var at = plannedEnd();
    end = at;
    if (exited != null) {
      var ended = exitCode == 0 ? SiteJobState.COMPLETED : SiteJobState.FAILED;
      var stopped = cancelled == null ? SiteJobState.TIMEOUT : SiteJobState.CANCELLED;
      state = isTerminated(at) ? stopped : ended;
      exit = Optional.of(new ExitStatus(exitCode, 0));
    } else if (at.equals(killed)) {
      state = SiteJobState.FAILED;
      exit = Optional.of(new ExitStatus(0, USR2));
    } else if (at.equals(naturalEnd())) {
      int code = batch.refusesAfter().isPresent() && go == null ? FakeBatch.REFUSED : batch.exit();
      state = code == 0 ? SiteJobState.COMPLETED : SiteJobState.FAILED;
      exit = Optional.of(new ExitStatus(code, 0));
    } else {
      state = terminated().equals(cancelled) ? SiteJobState.CANCELLED : SiteJobState.TIMEOUT;
      exit = Optional.of(new ExitStatus(0, batch.heedsTerm() ? TERM : KILL));
    }
  }

  SiteJob view() {
    return new SiteJob(
        id,
        user,
        job.partition().orElse("main"),
        job.name(),
        job.comment(),
        state,
        reason,
        job.reservation(),
        hasRun() ? job.nodes() : List.of(),
        List.of(),
        Optional.of(submitted.truncatedTo(ChronoUnit.SECONDS)),
        Optional.ofNullable(start).map(time -> time.truncatedTo(ChronoUnit.SECONDS)),
        isRunning()
            ? Optional.of(limitEnd(begun()))
            : Optional.ofNullable(end).map(time -> time.truncatedTo(ChronoUnit.SECONDS)),
        Optional.of(limit()),
        exit);
  }
}
