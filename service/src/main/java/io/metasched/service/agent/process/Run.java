package io.metasched.service.agent.process;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSignal;
import io.metasched.service.run.RunSpec;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * State of a run in an executor. The whole state is also in the run's folder, from which it can be
 * recovered. Confined to the executor's thread.
 */
final class Run {
  /** Phase of a run. */
  enum Phase {
    /** Prepared; nothing has been started. */
    READY,
    /** Supervisor started, perhaps without the command yet. */
    LAUNCHED,
    /** Final fact known. */
    OVER
  }

  private static final int LOOKS = 100;
  private static final long BETWEEN_LOOKS = 5_000_000;

  private final RunSpec spec;
  private final RunFolder folder;
  private final List<RunFact> facts = new ArrayList<>();
  private Phase phase = Phase.READY;
  private Optional<Instant> startAt = Optional.empty();
  private Optional<ProcessIdentity> supervisor = Optional.empty();
  private Optional<Instant> cancelledAt = Optional.empty();
  private Optional<String> endedFor = Optional.empty();
  private Instant endedForAt = Instant.EPOCH;
  private boolean acknowledged;
  private Instant reportedAt = Instant.EPOCH;
  private final Set<RunSignal> signals = new LinkedHashSet<>();

  Run(RunSpec spec, RunFolder folder) {
    this.spec = spec;
    this.folder = folder;
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
    return List.copyOf(facts);
  }

  /** Returns the facts after the first {@code known} facts. */
  List<RunFact> factsSince(int known) {
    return List.copyOf(facts.subList(Math.min(known, facts.size()), facts.size()));
  }

  Optional<Instant> startAt() {
    return startAt;
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

  Optional<Instant> cancelledAt() {
    return cancelledAt;
  }

  /** Returns the reason why the run is being ended, if it exceeded a limit of its machine. */
  Optional<String> endedFor() {
    return endedFor;
  }

  /**
   * Records that the run is to be ended for a reason. If the disk is full, the record is kept in
   * memory only.
   */
  void endFor(String why, Instant now) {
    endedFor = Optional.of(why);
    endedForAt = now;
    try {
      folder.putEndedFor(why);
    } catch (IOException full) {
      // the reason is kept in memory until this agent terminates
    }
  }

  /** Recovers the state that the run had reached before this agent was started. */
  void recover(Instant now) {
    facts.add(new RunFact.Ready(id()));
    startAt = folder.startAt();
    acknowledged = folder.isAcknowledged();
    if (folder.isCancelled()) {
      cancelledAt = Optional.of(now);
    }
    endedFor = folder.endedFor();
    endedForAt = now;
    var refusal = folder.refusal();
    if (refusal.isPresent()) {
      refused(refusal.get());
    } else if (folder.isStarted() || !folder.supervisors().isEmpty()) {
      phase = Phase.LAUNCHED;
    }
  }

  /** Records that the run has just been prepared. */
  void ready() {
    facts.add(new RunFact.Ready(id()));
  }

  void start(Instant at) throws IOException {
    if (startAt.isEmpty()) {
      folder.putStart(at);
      startAt = Optional.of(at);
    }
  }

  void cancel(String cause, Instant now) throws IOException {
    if (cancelledAt.isEmpty()) {
      folder.putCancel(cause);
      cancelledAt = Optional.of(now);
    }
  }

  /**
   * Queues a signal for the run. A pending signal of the same kind moves to the end of the queue.
   */
  void signal(RunSignal signal) throws IOException {
    signals.remove(signal);
    signals.add(signal);
    sendSignals();
  }

  /** Sends the pending signals if the supervisor has read the earlier signals. */
  void sendSignals() throws IOException {
    var lines = signals.stream().map(each -> "signal " + each).collect(Collectors.joining("\n"));
    if (!signals.isEmpty() && folder.send(lines)) {
      signals.clear();
    }
  }

  void acknowledge() throws IOException {
    if (!acknowledged) {
      folder.putAcknowledged();
      acknowledged = true;
    }
  }

  void launched() {
    phase = Phase.LAUNCHED;
    supervisor = Optional.empty();
  }

  void notLaunched() {
    phase = Phase.READY;
    supervisor = Optional.empty();
  }

  void refuse(String reason) throws IOException {
    folder.putRefusal(reason);
    refused(reason);
  }

  private void refused(String reason) {
    facts.add(new RunFact.Refused(id(), reason));
    phase = Phase.OVER;
  }

  /**
   * Updates a launched run from its folder.
   *
   * @return whether its supervisor is alive, or the run has ended
   */
  boolean look(Instant now) throws IOException {
    if (phase != Phase.LAUNCHED || ended()) {
      return true;
    }
    folder.startedAt().ifPresent(this::started);
    // read first: a supervisor writes its identity before it starts the command
    boolean wasStarted = folder.isStarted();
    if (isSupervised() || ended()) {
      return true;
    }
    if (wasStarted) {
      lost(now);
      return true;
    }
    return false;
  }

  private boolean ended() {
    var exit = folder.exit();
    exit.ifPresent(
        found -> {
          folder.startedAt().or(folder::startMade).ifPresent(this::started);
          facts.add(end(found));
          phase = Phase.OVER;
        });
    return exit.isPresent();
  }

  private RunFact.Ended end(RunFolder.Exit exit) {
    return folder.cause() == EndCause.MACHINE_LIMIT
        ? RunFact.Ended.aboveLimit(
            id(), exit.status(), endedFor.orElse("it was above a limit"), exit.at())
        : new RunFact.Ended(id(), exit.status(), folder.cause(), exit.at());
  }

  private void started(Instant at) {
    if (facts.stream().noneMatch(RunFact.Started.class::isInstance)) {
      facts.add(new RunFact.Started(id(), at));
    }
  }

  private boolean isSupervised() {
    if (supervisor.filter(ProcessIdentity::isAlive).isEmpty()) {
      supervisor = folder.supervisors().stream().findFirst();
    }
    return supervisor.isPresent();
  }

  private void lost(Instant now) throws IOException {
    var at = folder.lostAt().orElse(now.truncatedTo(ChronoUnit.MILLIS));
    if (folder.lostAt().isEmpty()) {
      folder.putLost(at);
    }
    folder.startedAt().or(folder::startMade).ifPresent(this::started);
    facts.add(new RunFact.Lost(id(), at));
    phase = Phase.OVER;
  }

  /**
   * Returns the cause of the end that the supervisor should already have made; empty if the run is
   * not overdue.
   */
  Optional<EndCause> overdue(Instant now, java.time.Duration patience) {
    if (phase != Phase.LAUNCHED) {
      return Optional.empty();
    }
    if (now.isAfter(spec.windowEnd().plus(patience))) {
      return Optional.of(EndCause.TIME_LIMIT);
    }
    if (endedFor.isPresent() && now.isAfter(endedForAt.plus(patience))) {
      return Optional.of(EndCause.MACHINE_LIMIT);
    }
    return cancelledAt
        .filter(at -> now.isAfter(at.plus(spec.grace()).plus(patience)))
        .map(at -> EndCause.CANCELLED);
  }

  /**
   * Kills the supervisors, and therefore the run; the exit status results from the kill.
   *
   * @return whether the supervisors have terminated
   */
  boolean kill(EndCause cause, Instant now) throws IOException {
    var alive = folder.supervisors();
    alive.forEach(ProcessIdentity::kill);
    for (int look = 0; look < LOOKS && !folder.supervisors().isEmpty(); look++) {
      LockSupport.parkNanos(BETWEEN_LOOKS);
    }
    boolean isGone = folder.supervisors().isEmpty();
    if (isGone && !alive.isEmpty() && folder.isStarted() && folder.exit().isEmpty()) {
      folder.putKilled(cause, now);
    }
    return isGone;
  }
}
