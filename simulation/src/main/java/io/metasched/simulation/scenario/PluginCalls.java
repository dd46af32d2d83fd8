package io.metasched.simulation.scenario;

import io.metasched.metascheduler.alternatives.GridTooLargeException;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * The calls into plug-ins that are under way, by thread: what a plug-in throws is an error that
 * says where it came from, and what it was doing is known should it end the program. Thread-safe.
 */
public final class PluginCalls {
  private final ConcurrentSkipListMap<Long, String> underWay = new ConcurrentSkipListMap<>();

  /**
   * Has a plug-in do something.
   *
   * @param what the jar, the policy and the step
   * @throws PluginException for whatever it throws, but for what the program itself means by an
   *     exception: a grid that is too large, and too little memory
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
    } catch (Throwable e) { // also errors of its own, and ThreadDeath
      throw new PluginException(what + ": " + e, e);
    } finally {
      if (outer == null) {
        underWay.remove(thread);
      } else {
        underWay.put(thread, outer);
      }
    }
  }

  /** What a thread is having a plug-in do. */
  public Optional<String> of(Thread thread) {
    return Optional.ofNullable(underWay.get(thread.getId()));
  }
}
