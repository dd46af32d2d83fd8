package io.metasched.service.run;

import io.metasched.service.site.SiteBooking;
import io.metasched.service.site.SiteCalendar;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Executor of runs. All methods are asynchronous, and each command may be repeated: a repetition
 * changes nothing, even after a restart of either side. The result of a command is reported as a
 * {@link RunFact}. A completed stage only confirms that the command has arrived and survives a
 * restart. The sender repeats commands that have not arrived. Thread-safe.
 *
 * <p>A run is started at most once, ever, and only inside its window. For a run that was never
 * prepared, start, cancel and signal change nothing.
 */
public interface RunExecutor extends AutoCloseable {

  /**
   * Prepares a run: its folder, input and limits. Reported by {@link RunFact.Ready} or {@link
   * RunFact.Refused}. A different spec for a known run fails the stage.
   */
  CompletionStage<Void> prepare(RunSpec spec);

  /**
   * Starts a prepared run at an instant, or immediately if the instant has passed. After the latest
   * start that its window allows, the run is refused. Reported by {@link RunFact.Started}.
   */
  CompletionStage<Void> start(RunId id, Instant at);

  /**
   * Ends a run. A started run is reported by {@link RunFact.Ended} with {@link EndCause#CANCELLED}.
   * Any other run will never start and is reported by {@link RunFact.Refused}.
   *
   * @param cause reason, for the log
   */
  CompletionStage<Void> cancel(RunId id, String cause);

  /**
   * Sends a signal to all processes of a started run.
   *
   * @param name name such as {@code USR1}
   */
  CompletionStage<Void> signal(RunId id, String name);

  /** Returns all unacknowledged facts of all known runs, in order for each run. */
  CompletionStage<List<RunFact>> runs();

  /**
   * Confirms that the final fact of a run is recorded. The executor may delete the run; it keeps
   * the output for the configured time.
   */
  CompletionStage<Void> acknowledge(RunId id);

  /**
   * Returns output of a run from an offset; empty if the run has not started.
   *
   * @param length highest number of bytes to return, at least 1
   */
  CompletionStage<OutputChunk> output(RunId id, OutputStreamName stream, long offset, int length);

  /** Returns the machine of each of these nodes, if known. */
  default CompletionStage<SortedMap<String, Machine>> machines(Collection<String> nodes) {
    return CompletableFuture.completedFuture(Collections.emptySortedMap());
  }

  /** Returns the weaknesses of the isolation of runs, one line each. */
  default List<String> weaknesses() {
    return List.of();
  }

  /**
   * Adds a listener for all facts, which are repeated until their run is acknowledged. The listener
   * must not block.
   */
  void listen(Consumer<RunFact> listener);

  void unlisten(Consumer<RunFact> listener);

  /**
   * Ends runs of this machine that may use a port which a service cannot bind.
   *
   * @return whether there were such runs, so that the port may be free now
   */
  default CompletionStage<Boolean> freePort(int port) {
    return CompletableFuture.completedFuture(false);
  }

  /** Returns the nodes that cannot be sold now, by name, with the reason. */
  default CompletionStage<SortedMap<String, Silence>> silentNodes() {
    return CompletableFuture.completedFuture(Collections.emptySortedMap());
  }

  /**
   * Adds a listener for the calendars of sites with their own resource managers. Each reading
   * causes one calendar, with our names of the nodes. The listener must not block.
   */
  default void listenToSites(Consumer<SiteCalendar> listener) {}

  /** Returns the booking of time with sites that have their own resource manager. */
  default SiteBooking siteBooking() {
    return SiteBooking.NONE;
  }

  /** Stops reporting; started runs continue. */
  @Override
  void close();
}
