package io.metasched.simulation.system.cyclic.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.simulation.system.cyclic.environment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Factory of the domain actors of an environment, each with the owners of its nodes. Immutable.
 * Groups the ids of nodes once, and generates only the nodes of domains that are started.
 */
public final class DomainActors {
  private final Environment environment;
  private final DomainSettings settings;
  private final LocalPlan localPlan;
  private final TreeMap<Integer, List<Integer>> nodes = new TreeMap<>();

  /**
   * Creates a factory for the domains of an environment.
   *
   * @param blockTicks length of the block of time that owners open in one step, in ticks
   */
  public DomainActors(Environment environment, long blockTicks, DomainSettings settings) {
    this.environment = environment;
    this.settings = settings;
    localPlan = environment.localLoad().plan(blockTicks);
    for (int node = 0; node < environment.nodes().size(); node++) {
      nodes.computeIfAbsent(environment.domainOf(node), d -> new ArrayList<>()).add(node);
    }
  }

  /** Returns the numbers of the domains, ascending. */
  public List<Integer> numbers() {
    return List.copyOf(nodes.keySet());
  }

  /** Returns the behavior of one domain, with its journal. */
  public Behavior<Domain.Command> behavior(int number, Journal journal) {
    var ids = Objects.requireNonNull(nodes.get(number), () -> "there is no domain " + number);
    var own = ids.stream().map(environment.nodes()::get).toList();
    return Domain.create(number, own, environment.pricing(), localPlan, settings, journal);
  }

  /**
   * Spawns all domains, without journals, as children of the actor of the given context, on its
   * dispatcher.
   */
  public Domains spawn(ActorContext<?> context) {
    var refs = new TreeMap<Integer, ActorRef<Domain.Command>>();
    for (int number : nodes.keySet()) {
      var domain = behavior(number, Journal.NONE);
      var name = "domain-" + number;
      refs.put(number, context.spawn(domain, name, DispatcherSelector.sameAsParent()));
    }
    return new Domains(refs, environment.nodes());
  }
}
