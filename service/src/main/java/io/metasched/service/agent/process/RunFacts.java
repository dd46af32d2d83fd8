package io.metasched.service.agent.process;

import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Facts recorded about a run, in order. Confined to the executor's thread. */
final class RunFacts {
  private final RunId id;
  private final List<RunFact> facts = new ArrayList<>();
  private int told; // number of facts

  RunFacts(RunId id) {
    this.id = id;
  }

  /** Returns all facts recorded so far. */
  List<RunFact> all() {
    return List.copyOf(facts);
  }

  /** Returns the facts recorded since the last call. */
  List<RunFact> news() {
    var fresh = List.copyOf(facts.subList(told, facts.size()));
    told = facts.size();
    return fresh;
  }

  boolean has(Class<? extends RunFact> kind) {
    return facts.stream().anyMatch(kind::isInstance);
  }

  /** Records that the run is ready, unless that is recorded already. */
  void ready() {
    if (!has(RunFact.Ready.class)) {
      facts.add(new RunFact.Ready(id));
    }
  }

  /** Records the start of the run, unless it is recorded already. */
  void started(Instant at) {
    if (!has(RunFact.Started.class)) {
      ready();
      facts.add(new RunFact.Started(id, at));
    }
  }

  void add(RunFact fact) {
    facts.add(fact);
  }
}
