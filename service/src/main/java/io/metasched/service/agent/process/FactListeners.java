package io.metasched.service.agent.process;

import io.metasched.service.run.RunFact;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who is told what happens to runs; one that fails keeps nobody else from being told. */
final class FactListeners {
  private static final Logger LOG = LoggerFactory.getLogger(FactListeners.class);

  private final List<Consumer<RunFact>> listeners = new CopyOnWriteArrayList<>();

  void add(Consumer<RunFact> listener) {
    listeners.add(listener);
  }

  void tell(List<RunFact> facts) {
    for (var fact : facts) {
      for (var listener : listeners) {
        try {
          listener.accept(fact);
        } catch (RuntimeException e) {
          LOG.warn("A listener did not take {}", fact, e);
        }
      }
    }
  }
}
