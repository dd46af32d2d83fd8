package io.metasched.service.agent.link;

import io.metasched.service.agent.FactListeners;
import io.metasched.service.run.OutputChunk;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Stub executor that records its orders and reports the facts supplied by a test. */
final class StubExecutor implements RunExecutor {
  private final List<String> orders = new CopyOnWriteArrayList<>();
  private final FactListeners listeners = new FactListeners();
  private final AtomicInteger listening = new AtomicInteger();
  private final List<RunFact> facts = new CopyOnWriteArrayList<>();

  List<String> orders() {
    return new ArrayList<>(orders);
  }

  /** Returns the number of registered listeners. */
  int listening() {
    return listening.get();
  }

  void tell(RunFact fact) {
    facts.add(fact);
    listeners.report(fact);
  }

  private CompletionStage<Void> taken(String order) {
    orders.add(order);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<Void> prepare(RunSpec spec) {
    return taken("prepare " + spec.id());
  }

  @Override
  public CompletionStage<Void> start(RunId id, Instant at) {
    return taken("start " + id + " " + at);
  }

  @Override
  public CompletionStage<Void> cancel(RunId id, String cause) {
    return taken("cancel " + id + " " + cause);
  }

  @Override
  public CompletionStage<Void> signal(RunId id, String name) {
    orders.add("signal " + id + " " + name);
    return name.equals("NONE")
        ? CompletableFuture.failedFuture(new IllegalArgumentException("no such signal"))
        : CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<List<RunFact>> runs() {
    return CompletableFuture.completedFuture(List.copyOf(facts));
  }

  @Override
  public CompletionStage<Void> acknowledge(RunId id) {
    return taken("acknowledge " + id);
  }

  @Override
  public CompletionStage<OutputChunk> output(
      RunId id, OutputStreamName stream, long offset, int length) {
    var bytes = "hello".getBytes(StandardCharsets.UTF_8);
    return CompletableFuture.completedFuture(new OutputChunk(offset, bytes, 99, true, true, true));
  }

  @Override
  public void listen(Consumer<RunFact> listener) {
    listeners.add(listener);
    listening.incrementAndGet();
  }

  @Override
  public void unlisten(Consumer<RunFact> listener) {
    listeners.remove(listener);
    listening.decrementAndGet();
  }

  @Override
  public void close() {}
}
