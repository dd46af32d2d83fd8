package io.metasched.service.http;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.JobRecord;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSignal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Signals to running jobs, with a rate limit for each job. */
final class JobSignals {
  private static final int PER_SECOND = 10; // each signal starts several processes

  private final RunExecutor executor;
  private final RateLimit limit;

  JobSignals(RunExecutor executor, Clock clock) {
    this.executor = executor;
    limit = new RateLimit(PER_SECOND, 2 * PER_SECOND, clock);
  }

  /**
   * Sends a signal to all processes of a job.
   *
   * @throws Problem if the job does not run, or gets too many signals
   */
  CompletionStage<Void> send(JobRecord job, RunSignal signal) {
    Outcomes.requireDone(JobCommands.running(Optional.of(job), job.id()));
    if (!limit.take(job.id())) {
      throw new Problem(
          ProblemType.TOO_MANY_REQUESTS,
          "%s may get %d signals a second, and %d at once"
              .formatted(job.id(), PER_SECOND, 2 * PER_SECOND));
    }
    var sent = new ArrayList<CompletableFuture<?>>();
    for (int part = 0; part < job.parts().size(); part++) {
      var run = new RunId(job.id(), job.attempt(), part);
      sent.add(executor.signal(run, signal.name()).toCompletableFuture());
    }
    return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
        .exceptionally(
            error -> {
              throw new Problem(
                  ProblemType.NOT_READY,
                  "the signal cannot be sent at present: "
                      + HttpReplies.causeOf(error).getMessage());
            });
  }
}
