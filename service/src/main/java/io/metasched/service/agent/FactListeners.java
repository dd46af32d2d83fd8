package io.metasched.service.agent;

import io.metasched.service.run.RunFact;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is told what happens to runs; one that fails keeps nobody else from being told. Safe for
 * threads.
 */
public final class FactListeners {
  private static final Logger LOG = LoggerFactory.getLogger(FactListeners.class);

  private final List<Consumer<RunFact>> listeners = new CopyOnWriteArrayList<>();

  /** It is told from now on. */
  public void add(Consumer<RunFact> listener) {
    listeners.add(listener);
  }

  /** It is told no more. */
  public void remove(Consumer<RunFact> listener) {
    listeners.remove(listener);
  }

  /** Nobody is told any more. */
  public void clear() {
    listeners.clear();
  }

  /** Tells all of them these facts, in this order. */
  public void tell(List<RunFact> facts) {
    facts.forEach(this::tell);
  }

  /** Tells all of them, in the order in which they came. */
  public void tell(RunFact fact) {
    for (var listener : listeners) {
      try {
        listener.accept(fact);
      } catch (RuntimeException e) {
        LOG.warn("A listener did not take {}", fact, e);
      }
    }
  }
}
