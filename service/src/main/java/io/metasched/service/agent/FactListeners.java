package io.metasched.service.agent;

import io.metasched.service.run.RunFact;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listeners for facts about runs. A listener that fails does not affect the other listeners.
 * Thread-safe.
 */
public final class FactListeners {
  private static final Logger LOG = LoggerFactory.getLogger(FactListeners.class);

  private final List<Consumer<RunFact>> listeners = new CopyOnWriteArrayList<>();

  public void add(Consumer<RunFact> listener) {
    listeners.add(listener);
  }

  public void remove(Consumer<RunFact> listener) {
    listeners.remove(listener);
  }

  public void clear() {
    listeners.clear();
  }

  /** Passes facts to all listeners, in this order. */
  public void report(List<RunFact> facts) {
    facts.forEach(this::report);
  }

  /** Passes a fact to all listeners, in the order in which they were added. */
  public void report(RunFact fact) {
    for (var listener : listeners) {
      try {
        listener.accept(fact);
      } catch (RuntimeException e) {
        LOG.warn("A listener failed on {}", fact, e);
      }
    }
  }
}
