package io.metasched.service.agent.link;

import io.metasched.service.run.RunFact;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Who wants to hear facts. Safe for use by several threads. */
final class FactBoard {
  private final List<Consumer<RunFact>> listeners = new CopyOnWriteArrayList<>();

  void listen(Consumer<RunFact> listener) {
    listeners.add(listener);
  }

  void clear() {
    listeners.clear();
  }

  void tell(RunFact fact) {
    for (var listener : listeners) {
      try {
        listener.accept(fact);
      } catch (RuntimeException e) {
        LoggerFactory.getLogger(FactBoard.class).warn("A listener did not take {}", fact, e);
      }
    }
  }
}
