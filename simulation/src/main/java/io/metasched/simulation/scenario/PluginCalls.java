package io.metasched.simulation.scenario;

import io.metasched.metascheduler.alternatives.GridTooLargeException;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * Current calls of plug-ins, by thread. An exception of a plug-in is reported with its origin, and
 * if a plug-in ends the program, its current call is known. Thread-safe.
 */
public final class PluginCalls {
  private final ConcurrentSkipListMap<Long, String> underWay = new ConcurrentSkipListMap<>();

  /**
   * Calls a plug-in.
   *
   * @param what jar, policy and step
   * @throws PluginException for anything that the plug-in throws, except for exceptions with a
   *     meaning for the program: a grid that is too large, and too little memory
   */
  <T> T call(String what, Supplier<T> step) {
    long thread = Thread.currentThread().getId();
    var outer = underWay.put(thread, what);
    try {
      return step.get();
    } catch (GridTooLargeException | PluginException | OutOfMemoryError known) {
      throw known;
    } catch (StackOverflowError e) {
      throw new PluginException(what + ": it calls itself without end (StackOverflowError)", e);
    } catch (Throwable e) { // also errors of the plug-in, and ThreadDeath
      throw new PluginException(what + ": " + e, e);
    } finally {
      if (outer == null) {
        underWay.remove(thread);
      } else {
        underWay.put(thread, outer);
      }
    }
  }

  /** Returns the current call of a plug-in by a thread. */
  public Optional<String> of(Thread thread) {
    return Optional.ofNullable(underWay.get(thread.getId()));
  }
}
