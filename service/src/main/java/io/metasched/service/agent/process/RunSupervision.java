package io.metasched.service.agent.process;

import io.metasched.service.agent.FactListeners;
import io.metasched.service.run.EndCause;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supervision of the runs of an executor: it reads the state of runs from their folders, reports
 * facts about them, and ends them. Confined to the executor's thread.
 */
record RunSupervision(
    ExecutorSettings settings,
    Clock clock,
    Isolation isolation,
    SupervisorScript script,
    FactListeners listeners) {
  private static final Logger LOG = LoggerFactory.getLogger(RunSupervision.class);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /**
   * Updates a run from its folder and reports new facts; returns whether the run is supervised or
   * has ended.
   */
  boolean watched(Run run) throws IOException {
    int known = run.facts().size();
    boolean isThere = run.look(clock.instant());
    listeners.report(run.factsSince(known));
    return isThere;
  }

  void cancel(Run run, String cause) throws IOException {
    run.cancel(cause, clock.instant());
    if (run.phase() == Run.Phase.READY) {
      refuse(run, "it was cancelled: " + cause);
    } else {
      run.folder().send("cancel");
    }
  }

  /** Immediately ends a run that exceeds a limit of its machine. */
  void endFor(Run run, String why) {
    LOG.warn("{}: ended: {}", run.folder(), why);
    run.endFor(why, clock.instant());
    ExecutorThread.guarded(run, () -> run.folder().send("limit"));
  }

  void refuse(Run run, String reason) throws IOException {
    int known = run.facts().size();
    run.refuse(reason);
    listeners.report(run.factsSince(known));
  }

  /** Updates a run, enforces its limits, and repeats facts that are not acknowledged. */
  void tend(Run run, Instant now) throws IOException {
    if (run.phase() == Run.Phase.LAUNCHED) {
      watched(run);
      keepLimits(run, now);
      run.sendSignals();
    }
    if (!run.isAcknowledged()
        && (now.isAfter(run.reportedAt().plus(settings.repeat()))
            || now.isBefore(run.reportedAt()))) {
      if (!run.reportedAt().equals(Instant.EPOCH)) {
        listeners.report(run.facts());
      }
      run.reportedAt(now);
    }
  }

  /**
   * Enforces the limits, which is usually done by the supervisor. A supervisor that fails to do so,
   * because it was stopped or damaged, is killed.
   */
  private void keepLimits(Run run, Instant now) throws IOException {
    var overdue = run.overdue(now, PATIENCE);
    if (overdue.isEmpty()) {
      if (run.endedFor().isPresent()) {
        run.folder().send("limit");
      } else if (run.cancelledAt().isPresent()) {
        run.folder().send("cancel");
      }
      return;
    }
    LOG.warn("{}: the supervisor has not ended this run and is killed", run.folder());
    kill(run, overdue.get(), now);
  }

  /** Kills a run whose supervisor does not end it. */
  void kill(Run run, EndCause cause, Instant now) throws IOException {
    if (run.kill(cause, now) && isolation.namespace() == Isolation.Namespace.NONE) {
      script.sweep(run.folder().path());
    }
    watched(run);
  }
}
