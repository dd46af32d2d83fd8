package io.metasched.service.agent.link;

import io.metasched.service.run.OutputChunk;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Executor of an agent that only observes its site. The executor has no runs and refuses all orders
 * to prepare one.
 */
public final class ObservedRuns implements RunExecutor {
  @Override
  public CompletionStage<Void> prepare(RunSpec spec) {
    return CompletableFuture.failedFuture(
        new IllegalStateException(
            "%s: its agent only observes the site of %s".formatted(spec.id(), spec.node())));
  }

  @Override
  public CompletionStage<Void> start(RunId id, Instant at) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<Void> cancel(RunId id, String cause) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<Void> signal(RunId id, String name) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<List<RunFact>> runs() {
    return CompletableFuture.completedFuture(List.of());
  }

  @Override
  public CompletionStage<Void> acknowledge(RunId id) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<OutputChunk> output(
      RunId id, OutputStreamName stream, long offset, int length) {
    return CompletableFuture.failedFuture(
        new IllegalStateException(id + ": it has no output here"));
  }

  @Override
  public void listen(Consumer<RunFact> listener) {}

  @Override
  public void unlisten(Consumer<RunFact> listener) {}

  @Override
  public void close() {}
}
