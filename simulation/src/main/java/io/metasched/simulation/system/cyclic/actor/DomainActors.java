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
import io.metasched.simulation.environment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The domains of an environment as actors, each with the owners of its nodes. Immutable; it groups
 * the ids of nodes once, and generates no node but those of the domains that are started.
 */
public final class DomainActors {
  private final Environment environment;
  private final DomainSettings settings;
  private final LocalPlan localPlan;
  private final TreeMap<Integer, List<Integer>> nodes = new TreeMap<>();

  /**
   * The domains of an environment before they are started.
   *
   * @param blockTicks how much time owners open at once
   */
  public DomainActors(Environment environment, long blockTicks, DomainSettings settings) {
    this.environment = environment;
    this.settings = settings;
    localPlan = environment.localLoad().plan(blockTicks);
    for (int node = 0; node < environment.nodes().size(); node++) {
      nodes.computeIfAbsent(environment.domainOf(node), d -> new ArrayList<>()).add(node);
    }
  }

  /** Their numbers, ascending. */
  public List<Integer> numbers() {
    return List.copyOf(nodes.keySet());
  }

  /** One of them, with its journal. */
  public Behavior<Domain.Command> behavior(int number, Journal journal) {
    var ids = Objects.requireNonNull(nodes.get(number), () -> "there is no domain " + number);
    var own = ids.stream().map(environment.nodes()::get).toList();
    return Domain.create(number, own, environment.pricing(), localPlan, settings, journal);
  }

  /**
   * Brings all of them to life, without journals, as children of the actor whose context it is, on
   * its dispatcher.
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
