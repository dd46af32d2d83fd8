package io.metasched.service.agent.process;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteJobState;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State of a run that is a batch job of a site. Its folder is authoritative; the state of the job
 * decides only if the folder has no final fact. Confined to the executor's thread.
 */
final class BatchRun {
  /** Phase of a run. */
  enum Phase {
    /** Not started; the batch job waits for its reservation, its node or the order to start. */
    WAITING,
    /** Started. */
    STARTED,
    /** Final fact known. */
    OVER
  }

  private static final Logger LOG = LoggerFactory.getLogger(BatchRun.class);
  // delay of a shared file system, and of readings of the site
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration ABSENCE = Duration.ofSeconds(60);
  private static final Duration LATENESS = Duration.ofSeconds(30);
  // time after its end in which a script records the end
  private static final Duration OVERRUN = Duration.ofSeconds(2);
  // longer than the interval at which the service repeats an order
  private static final Duration READY_BEFORE = Duration.ofSeconds(3);
  private static final Duration LIMIT_PAUSE = Duration.ofSeconds(30);
  private static final int KILLED = 137;
  private static final int SIGNALLED = 128;
  // exit codes of a script that has not started its part
  private static final int NOT_PREPARED = 4;
  private static final String DISK_FULL = "6";

  private final RunSpec spec;
  private final RunFolder folder;
  private final RunFacts facts;
  private Phase phase = Phase.WAITING;
  private Optional<Instant> startAt = Optional.empty();
  private boolean isOrdered; // whether the order to start is written
  private Optional<Instant> cancelledAt = Optional.empty();
  private boolean isEndOrdered; // whether this agent has written the order to cancel
  private boolean acknowledged;
  private Instant reportedAt = Instant.EPOCH;
  private Optional<SiteJob> job = Optional.empty(); // as last read
  private Optional<Instant> submittedAt = Optional.empty(); // last attempt
  private Optional<Instant> endedSince = Optional.empty(); // start of a conclusion from the job
  private Optional<Instant> exitSeen = Optional.empty();
  private Optional<Instant> withoutJobSince = Optional.empty(); // after its final fact
  private Optional<Instant> limitRefused = Optional.empty(); // time of the last refusal
  private Optional<Instant> bootTime = Optional.empty(); // of its node, read after its window
  private Optional<String> nodeReason = Optional.empty(); // read after the end of its job
  private boolean isGivenUp; // whether the agent cancels its job, which has no end
  private String problem = "";
  private String startProblem = ""; // why the order to start could not be stored

  BatchRun(RunSpec spec, RunFolder folder) {
    this.spec = spec;
    this.folder = folder;
    facts = new RunFacts(spec.id());
  }

  RunId id() {
    return spec.id();
  }

  RunSpec spec() {
    return spec;
  }

  RunFolder folder() {
    return folder;
  }

  Phase phase() {
    return phase;
  }

  /** Returns all facts recorded so far, in order. */
  List<RunFact> facts() {
    return facts.all();
  }

  /** Returns the facts recorded since the last call. */
  List<RunFact> news() {
    return facts.news();
  }

  Optional<Instant> startAt() {
    return startAt;
  }

  Optional<Instant> cancelledAt() {
    return cancelledAt;
  }

  boolean isAcknowledged() {
    return acknowledged;
  }

  Instant reportedAt() {
    return reportedAt;
  }

  void reportedAt(Instant at) {
    reportedAt = at;
  }

  Optional<SiteJob> job() {
    return job;
  }

  Optional<Instant> submittedAt() {
    return submittedAt;
  }

  void submitted(Instant at) {
    submittedAt = Optional.of(at);
  }

  /** Records that the site has refused to move the limit of the run's job. */
  void limitRefused(Instant at) {
    limitRefused = Optional.of(at);
  }

  /** Returns whether the limit of the run's job may be moved: not soon after a refusal. */
  boolean mayMoveLimit(Instant now) {
    return limitRefused.filter(at -> now.isBefore(at.plus(LIMIT_PAUSE))).isEmpty();
  }

  /** Records when the node of the run was last booted. */
  void bootTime(Instant at) {
    bootTime = Optional.of(at);
  }

  /** Records what the site reports about the state of the node, such as why it is drained. */
  void nodeReason(String text) {
    nodeReason = Optional.of(text);
  }

  /** Returns whether the job has ended without a start, and the reason of its node is not known. */
  boolean isUnexplained() {
    return phase == Phase.WAITING && nodeReason.isEmpty() && isJobOver();
  }

  /** Returns whether the job of the run, as last read, has ended. */
  boolean isJobOver() {
    return job.filter(each -> each.state().isOver()).isPresent();
  }

  /** Records whether the agent cancels the run's job because its script has recorded no end. */
  void givenUp(boolean isOverdue) {
    isGivenUp |= isOverdue;
  }

  /** Returns whether a boot of its node may have ended the run, and none is known. */
  boolean needsBootTime(Instant now) {
    return isOverdue(now) && cancelledAt.isEmpty() && boot().isEmpty();
  }

  /** Returns the boot of its node that ended the run, if there was one. */
  private Optional<String> boot() {
    return bootTime
        .filter(at -> cancelledAt.isEmpty())
        .filter(at -> !at.isBefore(spec.windowStart().truncatedTo(ChronoUnit.SECONDS)))
        .filter(at -> at.isBefore(spec.windowEnd().plus(OVERRUN)))
        .map(at -> "its node was booted at %s".formatted(at));
  }

  /** Returns how the site ended the run. */
  private String siteFault() {
    return boot()
        .orElseGet(
            () ->
                isGivenUp
                    ? "its script recorded no end, and the agent cancelled it after its window"
                    : jobText());
  }

  /** Records why the site has not accepted the job so far. */
  void problem(String text) {
    problem = text;
  }

  /** Returns the known state of the run's job, as a part of a message. */
  String jobText() {
    return job.map(
            each ->
                "job %d is %s%s%s"
                    .formatted(
                        each.id(),
                        each.state(),
                        each.reason().isEmpty() ? "" : " (%s)".formatted(each.reason()),
                        diskText(each)))
        .orElse(problem.isEmpty() ? "it has no job" : problem);
  }

  /**
   * Returns the full disk that prevented the start, as the end of a message; empty for other
   * causes.
   */
  private String diskText(SiteJob ended) {
    var code = folder.unstarted().or(() -> ended.exit().map(exit -> String.valueOf(exit.code())));
    return phase == Phase.WAITING && code.filter(DISK_FULL::equals).isPresent()
        ? ": the disk of its folder %s was full".formatted(folder.place().orElse(folder.path()))
        : "";
  }

  /** Returns why the run is not ready; empty if it is ready, or its job still has time. */
  Optional<String> delay(Instant now) {
    boolean isLate = !now.isBefore(spec.windowStart().minus(READY_BEFORE));
    return phase == Phase.WAITING && !isReady() && (isLate || (job.isEmpty() && !problem.isEmpty()))
        ? Optional.of(jobText())
        : Optional.empty();
  }

  boolean isReady() {
    return facts.has(RunFact.Ready.class);
  }

  /** Recovers the state that the run had reached before this agent was started. */
  void recover(Instant now) throws IOException {
    startAt = folder.startAt();
    acknowledged = folder.isAcknowledged();
    cancelledAt = folder.isCancelled() ? Optional.of(now) : Optional.empty();
    var refusal = folder.refusal();
    var lost = folder.lostAt();
    if (refusal.isPresent() || folder.isPrevented()) {
      refused(refusal.orElse("it was prevented from starting"));
    } else if (lost.isPresent()) {
      lost(lost.get(), folder.siteFault());
    } else {
      look(now);
      if (phase == Phase.WAITING && startAt.isPresent()) {
        order(startAt.get()); // perhaps not written before
      }
    }
  }

  /** Updates the run from its folder. */
  void look(Instant now) throws IOException {
    if (phase == Phase.OVER) {
      return;
    }
    if (folder.isReady()) {
      facts.ready();
    }
    if (phase == Phase.WAITING && folder.isDeleted()) {
      deleted(now);
    }
    if (phase == Phase.WAITING && folder.isStarted() && !folder.isPrevented()) {
      phase = Phase.STARTED;
      endedSince = Optional.empty();
    }
    if (phase == Phase.STARTED) {
      folder.startedAt().map(at -> bounded(at, now)).ifPresent(facts::started);
      var exit = folder.exit();
      if (exit.isPresent()) {
        ended(exit.get(), now);
      }
    }
  }

  /**
   * Concludes a run whose folder another job has deleted: its script can no longer claim the start.
   * If the start was due, the run may have started, and even ended, before.
   */
  private void deleted(Instant now) {
    if (isOrdered && startAt.filter(at -> now.isBefore(at)).isEmpty()) {
      facts.add(new RunFact.Lost(id(), now.truncatedTo(ChronoUnit.MILLIS)));
    } else {
      facts.add(new RunFact.Refused(id(), "another job has deleted its run folder"));
    }
    phase = Phase.OVER;
  }

  /**
   * Records the end of the command. If a signal ended the command, the site may have sent the
   * signal. The state of the job shows this, and is therefore awaited for some time.
   */
  private void ended(RunFolder.Exit exit, Instant now) throws IOException {
    var cause = folder.cause();
    boolean isOrdered = cancelledAt.isPresent();
    boolean isOpen =
        !isOrdered
            && (cause == EndCause.CANCELLED
                || (cause == EndCause.EXITED && exit.status() > SIGNALLED));
    if (isOpen) {
      exitSeen = exitSeen.or(() -> Optional.of(now));
      var state = job.map(SiteJob::state).filter(SiteJobState::isOver);
      if (state.isPresent() && BatchOutcome.isByOthers(state.get())) {
        lost(exit.at(), Optional.of(siteFault()));
        return;
      }
      if (state.isEmpty() && now.isBefore(exitSeen.get().plus(PATIENCE.multipliedBy(2)))) {
        return;
      }
    }
    boolean isSignal = cause == EndCause.EXITED && exit.status() > SIGNALLED;
    var end = bounded(exit.at(), now);
    end(exit.status(), isOrdered && isSignal ? EndCause.CANCELLED : cause, end, now);
  }

  /** Returns an instant of the clock of the run's node, or of its user, within possible limits. */
  private Instant bounded(Instant at, Instant now) {
    var latest = now.isAfter(spec.windowEnd()) ? now : spec.windowEnd();
    var instant = at.isAfter(latest) ? latest : at;
    return instant.isBefore(spec.windowStart()) ? spec.windowStart() : instant;
  }

  /** Records the start of a run that has ended. */
  private void recordStart(Instant now) {
    var start = folder.startedAt().or(folder::startMade);
    start.map(at -> bounded(at, now)).ifPresent(facts::started);
  }

  private void end(int status, EndCause cause, Instant at, Instant now) {
    recordStart(now);
    facts.add(new RunFact.Ended(id(), status, cause, at));
    phase = Phase.OVER;
  }

  private void lost(Instant at, Optional<String> bySite) {
    var instant = at.truncatedTo(ChronoUnit.MILLIS);
    if (folder.lostAt().isEmpty()) {
      keep(
          () -> {
            if (bySite.isPresent()) {
              folder.putSiteFault(bySite.get());
            }
            folder.putLost(instant);
          });
    }
    recordStart(at);
    facts.add(new RunFact.Lost(id(), instant, bySite));
    phase = Phase.OVER;
  }

  /**
   * Writes a conclusion to the folder. A failure is only logged: the job may have deleted its
   * folder, and services must learn the end of the run nevertheless.
   */
  private void keep(ExecutorThread.Step write) {
    try {
      write.run();
    } catch (IOException e) {
      LOG.warn("{}: its end is not stored: {}", folder, e.toString());
    }
  }

  /** Orders the supervisor to start the run at an instant. */
  void start(Instant at) throws IOException {
    try {
      if (startAt.isEmpty()) {
        folder.putStart(at);
        startAt = Optional.of(at);
      }
      if (!isOrdered) {
        order(startAt.get());
      }
    } catch (IOException e) {
      var reason = e instanceof FileSystemException file ? ExecutorThread.reasonFirst(file) : e;
      startProblem = String.valueOf(reason.getMessage());
      throw e;
    }
  }

  /** Returns why the run has no order to start. */
  String withoutOrder(Instant last) {
    return startProblem.isEmpty()
        ? "no order to start it arrived until " + last
        : "the order to start it could not be stored: " + startProblem;
  }

  /** Returns whether the order to start the run is stored. */
  boolean hasOrder() {
    return isOrdered;
  }

  private void order(Instant at) throws IOException {
    folder.order("start " + at.toEpochMilli());
    isOrdered = true;
  }

  /** Orders the end of the run, and refuses it if it has not started. */
  void cancel(String cause, Instant now) throws IOException {
    cancelledAt = cancelledAt.or(() -> Optional.of(now));
    try {
      storeCancel(cause);
    } finally {
      if (phase == Phase.WAITING) {
        refuse("it was cancelled: " + cause, now);
      }
    }
  }

  private void storeCancel(String cause) throws IOException {
    try {
      if (!folder.isCancelled()) {
        folder.putCancel(cause);
      }
    } finally {
      if (!isEndOrdered) {
        folder.order("cancel"); // also on a full disk, which the run may have filled
        isEndOrdered = true;
      }
    }
  }

  void acknowledge() {
    if (!acknowledged) {
      keep(folder::putAcknowledged);
      acknowledged = true;
    }
  }

  /** Refuses the run unless it has started. */
  void refuse(String reason, Instant now) throws IOException {
    if (phase == Phase.WAITING && preventStart()) {
      keep(() -> folder.putRefusal(reason));
      refused(reason);
    } else {
      look(now);
    }
  }

  /**
   * Prevents the start of the run. On a full disk, it is enough that no order to start was written,
   * or that the job of the run has ended.
   */
  private boolean preventStart() throws IOException {
    try {
      return folder.preventStart();
    } catch (IOException e) {
      if (folder.isStarted() || !(startAt.isEmpty() || isJobOver())) {
        throw e;
      }
      LOG.warn("{}: its refusal is not stored: {}", folder, e.toString());
      return true;
    }
  }

  private void refused(String reason) {
    if (folder.isReady()) {
      facts.ready();
    }
    facts.add(new RunFact.Refused(id(), reason));
    phase = Phase.OVER;
  }

  /** Updates the run from its job, as the site has just shown it. */
  void observe(SiteJob seen, Instant now) throws IOException {
    job = Optional.of(seen);
    look(now);
    var outcome = BatchOutcome.of(seen.state());
    if (phase == Phase.WAITING && outcome.before() == BatchOutcome.Before.REFUSED) {
      var why = "it did not start at the site: " + jobText() + nodeText(seen);
      conclude(now, PATIENCE, () -> refuse(why, now));
    } else if (phase == Phase.STARTED && outcome.after() != BatchOutcome.After.RUNS) {
      boolean isOfSite = outcome.fault() == BatchOutcome.Fault.SITE;
      var fault = Optional.of(siteFault()).filter(text -> isOfSite || boot().isPresent());
      conclude(now, PATIENCE, () -> endBy(outcome, fault, now));
    } else {
      endedSince = Optional.empty();
    }
  }

  /** Returns why a node could not start its part, as the end of a message; may be empty. */
  private String nodeText(SiteJob ended) {
    var note = nodeReason.filter(text -> !text.isEmpty());
    if (note.isPresent()) {
      return "; its site reports about the node: " + note.get();
    }
    if (isReady()) {
      return "";
    }
    var place = folder.place();
    if (place.isEmpty()) {
      return ended.reason().equals("JobLaunchFailure")
          ? ("; its node could not use the folder %s: the agent's folder must be on a file system"
                  + " that all nodes share, or agent.conf must have site.slurm.node-folder")
              .formatted(folder.path())
          : "";
    }
    boolean hasFailed = ended.exit().filter(exit -> exit.code() == NOT_PREPARED).isPresent();
    return hasFailed
        ? "; its node could not create and fill the folder %s".formatted(place.get())
        : "";
  }

  /** Returns whether the run's script ends by itself, or has ended. */
  boolean hasEnded() {
    return facts.has(RunFact.Ended.class);
  }

  /** Records that the site has shown no job of a run that is over, except jobs that have ended. */
  void withoutJob(Instant now) {
    withoutJobSince = withoutJobSince.or(() -> Optional.of(now));
  }

  /** Returns whether the run's job is gone, and no late submission is expected. */
  boolean isWithoutJob(Instant now) {
    return withoutJobSince.filter(since -> now.isAfter(since.plus(LATENESS))).isPresent();
  }

  /**
   * Updates the run after the site has shown no job of it. The job of a run that has started is
   * then counted as gone after a minute, in which the site kills unknown jobs.
   */
  void observeNone(Instant now) throws IOException {
    look(now);
    if (phase == Phase.STARTED) {
      var fault = Optional.of("the site lost its job");
      conclude(now, ABSENCE, () -> endBy(BatchOutcome.of(SiteJobState.NODE_FAIL), fault, now));
    }
  }

  /** Runs a step if the state that requires it has lasted for {@code patience}. */
  private void conclude(Instant now, Duration patience, ExecutorThread.Step step)
      throws IOException {
    endedSince = endedSince.or(() -> Optional.of(now));
    if (now.isAfter(endedSince.get().plus(patience))) {
      step.run();
    }
  }

  private void endBy(BatchOutcome outcome, Optional<String> bySite, Instant now) {
    boolean isWindowOver = !now.isBefore(spec.windowEnd());
    var cause = outcome.cause(cancelledAt.isPresent(), isWindowOver);
    if (cause.isPresent() && boot().isEmpty()) {
      keep(() -> folder.putKilled(cause.get(), now));
      end(KILLED, cause.get(), now, now);
    } else {
      lost(now, bySite);
    }
  }

  /** Returns whether the supervisor should have ended the run by now. */
  boolean isOverdue(Instant now) {
    return phase == Phase.STARTED
        && (now.isAfter(spec.windowEnd().plus(OVERRUN))
            || cancelledAt
                .filter(at -> now.isAfter(at.plus(spec.grace()).plus(OVERRUN)))
                .isPresent());
  }
}
