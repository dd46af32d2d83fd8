package io.metasched.service.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.scheduling.SlotPlanning;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.model.Node;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.service.book.BookState;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.NodeOffers;
import io.metasched.service.plan.OwnersPricing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The actors that plan: domains, whose owners offer what the book says is vacant, and the
 * metascheduler that makes plans on these offers. They promise nothing, and each can be made anew
 * alone. Children of the planner, and part of it.
 */
final class PlanningActors {
  private static final int ISSUER = Integer.MAX_VALUE;

  /** Owners open no time of their own, so that its blocks may be as long as they like. */
  private static final LocalPlan NO_LOCAL_JOBS = LocalPlan.none(Long.MAX_VALUE / 4);

  private final ActorContext<?> context;
  private final PlannerSetup setup;
  private final ActorRef<Domain.Reply> ofDomains;
  private final ActorRef<Metascheduler.Reply> ofMetascheduler;
  private final Fleet fleet;
  private final TreeMap<Integer, List<Node>> nodes = new TreeMap<>(); // by domain
  private final TreeMap<Integer, ActorRef<Domain.Command>> domains = new TreeMap<>();
  private final TreeMap<Integer, BookState> projected = new TreeMap<>(); // by domain
  private final TreeMap<CommandId, Integer> awaited = new TreeMap<>(); // domains, by command
  private @Nullable ActorRef<Metascheduler.Command> metascheduler;
  private Optional<CommandId> plan = Optional.empty(); // that is being made
  private long commands;
  private long spawned;

  PlanningActors(
      ActorContext<?> context,
      PlannerSetup setup,
      ActorRef<Domain.Reply> ofDomains,
      ActorRef<Metascheduler.Reply> ofMetascheduler) {
    this.context = context;
    this.setup = setup;
    this.ofDomains = ofDomains;
    this.ofMetascheduler = ofMetascheduler;
    fleet = setup.fleet();
    for (var node : fleet.numbered()) {
      nodes.computeIfAbsent(node.domain(), domain -> new ArrayList<>()).add(node);
    }
  }

  // --- offers

  /** Has each domain offer what is vacant in a state, as far as it does not do so already. */
  void project(BookState state) {
    @Nullable BookState from = null;
    var changed = List.<Integer>of();
    for (int domain : nodes.keySet()) {
      var known = projected.put(domain, state);
      if (known != null && (from == null || known.seq() != from.seq())) { // mostly the same
        from = known;
        changed = List.copyOf(NodeOffers.changed(from, state, fleet));
      }
      var own = known == null ? all(domain) : own(domain, changed);
      if (!own.isEmpty()) {
        var id = nextId();
        awaited.put(id, domain);
        domain(domain).tell(new Domain.Project(id, NodeOffers.of(state, fleet, own), ofDomains));
      }
    }
  }

  private List<Integer> all(int domain) {
    return nodesOf(domain).stream().map(Node::id).toList();
  }

  private List<Node> nodesOf(int domain) {
    return nodes.getOrDefault(domain, List.of());
  }

  private List<Integer> own(int domain, List<Integer> some) {
    return some.stream().filter(node -> fleet.numbered().get(node).domain() == domain).toList();
  }

  /** Whether all domains offer what they were to. */
  boolean areProjected() {
    return awaited.isEmpty();
  }

  /**
   * Takes the reply of a domain. One that has lost an owner, or does not take what it gets, is made
   * anew.
   *
   * @return why it is made anew
   */
  Optional<String> answered(Domain.Reply reply) {
    var domain = awaited.remove(reply.id());
    if (domain == null || reply instanceof Domain.Done) {
      return Optional.empty();
    }
    stop(domain);
    return Optional.of("domain %s: %s".formatted(fleet.domains().get(domain), reply));
  }

  // --- plans

  /** Has a plan made; the metascheduler replies with it. */
  void makePlan(SlotPlanning planning) {
    var id = nextId();
    plan = Optional.of(id);
    metascheduler().tell(new Metascheduler.MakePlan(id, planning, ofMetascheduler));
  }

  /** Whether it is the reply to the last plan that was to be made. */
  boolean isOfPlan(Metascheduler.Reply reply) {
    return plan.filter(reply.id()::equals).isPresent();
  }

  // --- actors

  private CommandId nextId() {
    return new CommandId(ISSUER, commands++);
  }

  private ActorRef<Domain.Command> domain(int domain) {
    return domains.computeIfAbsent(
        domain,
        number -> {
          var own = nodesOf(number);
          var pricing = OwnersPricing.of(BookState.EMPTY, fleet);
          return spawn(
              Domain.create(number, own, pricing, NO_LOCAL_JOBS, setup.domains()),
              "domain-" + number);
        });
  }

  private ActorRef<Metascheduler.Command> metascheduler() {
    var known = metascheduler;
    if (known == null) {
      var pricing = OwnersPricing.of(BookState.EMPTY, fleet);
      var refs = new TreeMap<Integer, ActorRef<Domain.Command>>();
      nodes.keySet().forEach(number -> refs.put(number, domain(number)));
      known =
          spawn(
              Metascheduler.create(
                  (int) spawned, // so that its sessions are none of another before it
                  () -> setup.settings().scheduler(fleet, pricing),
                  new Domains(refs, fleet.numbered()),
                  setup.metascheduler()),
              "metascheduler");
      metascheduler = known;
    }
    return known;
  }

  private <C> ActorRef<C> spawn(Behavior<C> behavior, String name) {
    var ref = context.spawn(behavior, name + "-" + spawned++, DispatcherSelector.sameAsParent());
    context.watch(ref);
    return ref;
  }

  /** An actor has stopped by itself: the next that is needed is another one. */
  void stopped(ActorRef<?> ref) {
    domains.entrySet().stream()
        .filter(each -> each.getValue().equals(ref))
        .map(each -> each.getKey())
        .findFirst()
        .ifPresent(this::stop);
    stopMetascheduler();
  }

  /** All are made anew. */
  void stopAll() {
    List.copyOf(domains.keySet()).forEach(this::stop);
    stopMetascheduler();
  }

  /** A domain is made anew, and with it the metascheduler, which asks it. */
  private void stop(int domain) {
    var ref = domains.remove(domain);
    if (ref != null) {
      stop(ref);
    }
    projected.remove(domain);
    awaited.values().removeIf(each -> each == domain);
    stopMetascheduler();
  }

  private void stopMetascheduler() {
    var ref = metascheduler;
    metascheduler = null;
    plan = Optional.empty();
    if (ref != null) {
      stop(ref);
    }
  }

  private void stop(ActorRef<?> ref) {
    context.unwatch(ref);
    context.stop(ref);
  }
}
