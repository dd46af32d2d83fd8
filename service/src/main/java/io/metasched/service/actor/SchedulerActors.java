package io.metasched.service.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.metascheduler.flow.FlowSnapshot;
import io.metasched.metascheduler.scheduling.CycleReport;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.model.Node;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.pricing.Pricing;
import io.metasched.service.book.BookState;
import io.metasched.service.plan.OwnersPricing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The actors of the scheduler in one incarnation: domains with their owners, the metascheduler, its
 * users. Children of the planner, which makes them anew from the book when they fail.
 */
final class SchedulerActors {
  /** The time of many years is opened in few blocks. */
  private static final long LEAST_BLOCK = Duration.ofDays(1).toMillis();

  private final ActorContext<?> context;
  private final String suffix;
  private final Domains domains;
  private final ActorRef<Metascheduler.Command> metascheduler;
  private final TreeMap<Integer, ActorRef<VoUser.Command>> users = new TreeMap<>();
  private final ConcurrentHashMap<Integer, Long> deposits = new ConcurrentHashMap<>();
  private final List<ActorRef<?>> all = new ArrayList<>();

  SchedulerActors(
      ActorContext<?> context,
      long incarnation,
      PlannerSetup setup,
      BookState from,
      FlowSnapshot flow,
      long present) {
    this.context = context;
    suffix = "-" + incarnation;
    var pricing = OwnersPricing.of(from, setup.fleet());
    domains = spawnDomains(setup, pricing);
    var scheduler = setup.settings().scheduler(setup.fleet(), pricing);
    // jobs may move before a cycle has said how far ahead it plans
    scheduler.restore(flow, new CycleReport(-1, present, 0, 0, 0, 0, 0, 0, 0, 0));
    metascheduler =
        spawn(
            Metascheduler.create(0, () -> scheduler, domains, setup.metascheduler()),
            "metascheduler");
  }

  private Domains spawnDomains(PlannerSetup setup, Pricing pricing) {
    var nodes = setup.fleet().numbered();
    var byDomain = new TreeMap<Integer, List<Node>>();
    for (var node : nodes) {
      byDomain.computeIfAbsent(node.domain(), d -> new ArrayList<>()).add(node);
    }
    var plan = LocalPlan.none(Math.max(setup.settings().horizon().toMillis(), LEAST_BLOCK));
    var refs = new TreeMap<Integer, ActorRef<Domain.Command>>();
    byDomain.forEach(
        (number, own) ->
            refs.put(
                number,
                spawn(
                    Domain.create(number, own, pricing, plan, setup.domains()),
                    "domain-" + number)));
    return new Domains(refs, nodes);
  }

  private <C> ActorRef<C> spawn(Behavior<C> behavior, String name) {
    var ref = context.spawn(behavior, name + suffix, DispatcherSelector.sameAsParent());
    context.watch(ref);
    all.add(ref);
    return ref;
  }

  Domains domains() {
    return domains;
  }

  ActorRef<Metascheduler.Command> metascheduler() {
    return metascheduler;
  }

  /** The user of an account, which pays in what has been deposited. */
  ActorRef<VoUser.Command> user(int user) {
    return users.computeIfAbsent(
        user,
        number ->
            spawn(VoUser.create(number, cycle -> paidIn(number), metascheduler), "user-" + number));
  }

  /** Asked by the user's thread, once in a cycle: the metascheduler waits for it. */
  private long paidIn(int user) {
    var milli = deposits.remove(user);
    return milli == null ? 0 : milli;
  }

  /** Money that the user pays in when the next cycle asks for it. */
  void deposit(int user, long milli) {
    deposits.merge(user, milli, Long::sum);
  }

  void stop() {
    for (var ref : all) {
      context.unwatch(ref);
      context.stop(ref);
    }
  }
}
