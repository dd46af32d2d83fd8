package io.metasched.service.run;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Makes runs happen. All of it is asynchronous, and each command may be repeated: the second one
 * changes nothing, also after a restart on either side. What comes of a command is told as a {@link
 * RunFact}; a completed stage says only that the command has arrived and will survive a restart. A
 * command that has not arrived is repeated by whoever gave it. Safe for use by several threads.
 *
 * <p>A run is started at most once, ever, and only inside its window. What was never prepared is
 * unknown: to start, cancel or signal it changes nothing.
 */
public interface RunExecutor extends AutoCloseable {

  /**
   * Makes all ready for a run: its folder, input and limits. Told by {@link RunFact.Ready} or
   * {@link RunFact.Refused}. Another spec of a run that is known is refused by a failed stage.
   */
  CompletionStage<Void> prepare(RunSpec spec);

  /**
   * Starts a run that is ready at an instant, or at once where that has passed; after the last
   * start that its window allows it is refused. Told by {@link RunFact.Started}.
   */
  CompletionStage<Void> start(RunId id, Instant at);

  /**
   * Ends a run: one that has started is told by {@link RunFact.Ended} with {@link
   * EndCause#CANCELLED}, one that has not never will and is told by {@link RunFact.Refused}.
   *
   * @param cause why, for the log
   */
  CompletionStage<Void> cancel(RunId id, String cause);

  /**
   * Sends a signal to all processes of a run that has started.
   *
   * @param name such as {@code USR1}
   */
  CompletionStage<Void> signal(RunId id, String name);

  /** All facts of all runs that are known and not acknowledged, in order for each run. */
  CompletionStage<List<RunFact>> runs();

  /**
   * The final fact of a run has been written down: the executor may forget the run, but for its
   * output, which it keeps as long as it is set up to.
   */
  CompletionStage<Void> acknowledge(RunId id);

  /**
   * What a run has written, from a byte on; empty where it has not started.
   *
   * @param length most bytes to return, at least 1
   */
  CompletionStage<OutputChunk> output(RunId id, OutputStreamName stream, long offset, int length);

  /** What each of these nodes is on, as far as that is known. */
  default CompletionStage<SortedMap<String, Machine>> machines(Collection<String> nodes) {
    return CompletableFuture.completedFuture(Collections.emptySortedMap());
  }

  /**
   * From now on the listener gets all facts, repeated until the run is acknowledged. It must return
   * soon.
   */
  void listen(Consumer<RunFact> listener);

  /** From now on it gets none. */
  void unlisten(Consumer<RunFact> listener);

  /**
   * Ends runs of this machine that may have a port which a service cannot take.
   *
   * @return whether there were some, so that it may be free now
   */
  default CompletionStage<Boolean> freePort(int port) {
    return CompletableFuture.completedFuture(false);
  }

  /** The nodes that may not be sold now, by name, with the reason. */
  default CompletionStage<SortedMap<String, Silence>> silentNodes() {
    return CompletableFuture.completedFuture(Collections.emptySortedMap());
  }

  /** Stops to report; runs that have started go on. */
  @Override
  void close();
}
