package io.metasched.simulation.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.model.Node;
import io.metasched.simulation.environment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** The domains of an environment as actors, each with the owners of its nodes. */
public final class DomainActors {
  private DomainActors() {}

  /**
   * Brings them to life as children of the actor whose context it is, on its dispatcher.
   *
   * @param blockTicks how much time owners open at once
   */
  public static Domains spawn(
      ActorContext<?> context, Environment environment, long blockTicks, DomainSettings settings) {
    var refs = new TreeMap<Integer, ActorRef<Domain.Command>>();
    behaviors(environment, blockTicks, settings, number -> Journal.NONE)
        .forEach(
            (number, domain) -> {
              var name = "domain-" + number;
              refs.put(number, context.spawn(domain, name, DispatcherSelector.sameAsParent()));
            });
    return new Domains(refs, environment.nodes());
  }

  /**
   * The domains before they come to life, by number.
   *
   * @param blockTicks how much time owners open at once
   * @param journals the journal of each, by its number
   */
  public static SortedMap<Integer, Behavior<Domain.Command>> behaviors(
      Environment environment,
      long blockTicks,
      DomainSettings settings,
      IntFunction<Journal> journals) {
    var nodes = new TreeMap<Integer, List<Node>>();
    for (var node : environment.nodes()) {
      nodes.computeIfAbsent(node.domain(), d -> new ArrayList<>()).add(node);
    }
    var localPlan = environment.localLoad().plan(blockTicks);
    var domains = new TreeMap<Integer, Behavior<Domain.Command>>();
    nodes.forEach(
        (number, own) ->
            domains.put(
                number,
                Domain.create(
                    number,
                    own,
                    environment.pricing(),
                    localPlan,
                    settings,
                    journals.apply(number))));
    return domains;
  }
}
