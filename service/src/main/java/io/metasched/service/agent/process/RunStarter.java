package io.metasched.service.agent.process;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starter of an executor's runs, each at its scheduled time and by a supervisor. Confined to the
 * executor's thread; other threads start supervisors.
 */
record RunStarter(
    Clock clock,
    ExecutorThread thread,
    ExecutorService starters,
    SupervisorScript script,
    RunAdmission admission,
    RunRoom room,
    RunSupervision supervision) {
  private static final Logger LOG = LoggerFactory.getLogger(RunStarter.class);
  // longest wait before the clock is read again, because it may be adjusted
  private static final long LONGEST_MILLIS = 1000;
  // time for the start of a supervisor, which then waits for the instant
  private static final Duration AHEAD = Duration.ofMillis(400);

  /** Starts a ready run at the given time. */
  void start(Run run, Instant at) throws IOException {
    supersede(run);
    run.start(at);
    arm(run);
  }

  /** Refuses earlier attempts at the same part that have not started. */
  private void supersede(Run run) throws IOException {
    for (var other : admission.samePart(run.id())) {
      if (other.id().attempt() < run.id().attempt() && other.phase() == Run.Phase.READY) {
        supervision.refuse(other, "attempt %d has replaced it".formatted(run.id().attempt()));
      }
    }
  }

  /** Schedules the start of a run's supervisor, which starts the run. */
  void arm(Run run) {
    if (run.phase() != Run.Phase.READY || run.startAt().isEmpty()) {
      return;
    }
    var at = RunAdmission.due(run).minus(AHEAD);
    var now = clock.instant();
    if (now.isBefore(at)) {
      long nanos = Math.min(Duration.between(now, at).toNanos(), LONGEST_MILLIS * 1_000_000);
      thread.after(nanos, () -> ExecutorThread.guarded(run, () -> arm(run)));
    } else {
      ExecutorThread.guarded(run, () -> launch(run));
    }
  }

  private void launch(Run run) throws IOException {
    if (run.cancelledAt().isPresent()) {
      supervision.refuse(run, "it was cancelled");
      return;
    }
    var last = admission.lastStart(run.spec(), run.startAt().orElseThrow());
    var full = room.refusal();
    if (clock.instant().isAfter(last)) {
      supervision.refuse(
          run, full.orElse("the latest start that its window allows was at " + last));
      return;
    } else if (full.isPresent()) {
      armLater(run);
      return;
    }
    run.launched();
    starters.execute(
        () -> {
          try {
            var process = script.supervise(run.folder().path());
            var unused =
                process.onExit().thenAccept(ended -> thread.later(() -> onSupervisorExit(run)));
          } catch (IOException e) {
            LOG.warn("{}: its supervisor cannot be started: {}", run.folder(), e.getMessage());
            thread.later(() -> onSupervisorExit(run));
          }
        });
  }

  private void onSupervisorExit(Run run) {
    ExecutorThread.guarded(
        run,
        () -> {
          if (!supervision.watched(run)) {
            // the command could not be started, perhaps because the disk is full; retries until it
            // is too late
            run.notLaunched();
            armLater(run);
          }
        });
  }

  private void armLater(Run run) {
    thread.after(LONGEST_MILLIS * 1_000_000, () -> ExecutorThread.guarded(run, () -> arm(run)));
  }
}
