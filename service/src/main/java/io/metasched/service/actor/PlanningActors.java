package io.metasched.service.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.cyclic.actor.Metascheduler;
import io.metasched.metascheduler.cyclic.scheduling.SlotPlanning;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.OwnerOffers;
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
 * Planning actors: domains, whose owners offer the vacant time of the book, and the metascheduler,
 * which plans on these offers. These actors commit nothing, and each actor can be replaced
 * separately. They are children of the planner, to which this class is confined.
 */
final class PlanningActors {
  private static final int ISSUER = Integer.MAX_VALUE;

  /** Plan of owners without local jobs; its blocks may have any length. */
  private static final LocalPlan NO_LOCAL_JOBS = LocalPlan.none(Long.MAX_VALUE / 4);

  private final ActorContext<?> context;
  private final PlannerSetup setup;
  private final ActorRef<Domain.Reply> ofDomains;
  private final ActorRef<Metascheduler.Reply> ofMetascheduler;
  private final Fleet fleet;
  private final TreeMap<Integer, List<Node>> nodes = new TreeMap<>(); // by domain
  private final TreeMap<Integer, ActorRef<Domain.Command>> domains = new TreeMap<>();
  private final TreeMap<Integer, BookState> projected = new TreeMap<>(); // by domain
  private final TreeMap<CommandId, Integer> awaited = new TreeMap<>(); // domains by command
  private @Nullable ActorRef<Metascheduler.Command> metascheduler;
  private Optional<CommandId> plan = Optional.empty(); // plan that is being made
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

  /**
   * Makes each domain offer the vacant time of a state. Domains that already offer this time are
   * skipped.
   */
  void project(BookState state) {
    @Nullable BookState from = null;
    var changed = List.<Integer>of();
    for (int domain : nodes.keySet()) {
      var known = projected.put(domain, state);
      if (known != null && (from == null || known.seq() != from.seq())) { // usually equal for all
        from = known;
        changed = List.copyOf(NodeOffers.changed(from, state, fleet));
      }
      var own = known == null ? all(domain) : own(domain, changed);
      if (!own.isEmpty()) {
        var id = nextId();
        awaited.put(id, domain);
        domain(domain)
            .tell(new OwnerOffers.Project(id, NodeOffers.of(state, fleet, own), ofDomains));
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

  /** Returns whether all domains have confirmed their offers. */
  boolean areProjected() {
    return awaited.isEmpty();
  }

  /**
   * Handles the reply of a domain. A domain that has lost an owner or rejects a command is
   * replaced.
   *
   * @return the reason for the replacement; empty if the domain is kept
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

  /** Requests a plan, which is the metascheduler's reply. */
  void makePlan(SlotPlanning planning) {
    var id = nextId();
    plan = Optional.of(id);
    metascheduler().tell(new Metascheduler.MakePlan(id, planning, ofMetascheduler));
  }

  /** Returns whether a reply belongs to the last requested plan. */
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
          var pricing = new OwnersPricing(BookState.EMPTY, fleet);
          return spawn(
              Domain.create(number, own, pricing, NO_LOCAL_JOBS, setup.domains()),
              "domain-" + number);
        });
  }

  private ActorRef<Metascheduler.Command> metascheduler() {
    var known = metascheduler;
    if (known == null) {
      var pricing = new OwnersPricing(BookState.EMPTY, fleet);
      var refs = new TreeMap<Integer, ActorRef<Domain.Command>>();
      nodes.keySet().forEach(number -> refs.put(number, domain(number)));
      known =
          spawn(
              Metascheduler.create(
                  (int) spawned, // distinguishes its sessions from earlier sessions
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

  /** Handles an actor that has stopped by itself; a replacement is created on demand. */
  void stopped(ActorRef<?> ref) {
    domains.entrySet().stream()
        .filter(each -> each.getValue().equals(ref))
        .map(each -> each.getKey())
        .findFirst()
        .ifPresent(this::stop);
    stopMetascheduler();
  }

  /** Stops all actors; replacements are created on demand. */
  void stopAll() {
    List.copyOf(domains.keySet()).forEach(this::stop);
    stopMetascheduler();
  }

  /** Stops a domain and the metascheduler, which refers to the domain. */
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
