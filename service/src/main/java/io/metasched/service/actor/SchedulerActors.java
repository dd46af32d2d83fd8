package io.metasched.service.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.actor.Metascheduler;
import io.metasched.metascheduler.actor.VoUser;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.flow.FlowSnapshot;
import io.metasched.metascheduler.scheduling.CycleReport;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.model.Node;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.pricing.Pricing;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The actors of the scheduler in one incarnation: domains with their owners, the metascheduler, its
 * users. Children of the planner, which makes them anew from the book when they fail.
 */
final class SchedulerActors {
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
      Fleet fleet,
      CycleSettings settings,
      Pricing pricing,
      FlowSnapshot flow,
      long present) {
    this.context = context;
    suffix = "-" + incarnation;
    domains = spawnDomains(fleet, settings, pricing);
    var scheduler = settings.scheduler(fleet, pricing);
    // jobs may move before a cycle has said how far ahead it plans
    scheduler.restore(flow, new CycleReport(-1, present, 0, 0, 0, 0, 0, 0, 0, 0));
    metascheduler =
        spawn(
            Metascheduler.create(0, () -> scheduler, domains, MetaschedulerSettings.load()),
            "metascheduler");
  }

  private Domains spawnDomains(Fleet fleet, CycleSettings settings, Pricing pricing) {
    var byDomain = new TreeMap<Integer, List<Node>>();
    for (var node : fleet.numbered()) {
      byDomain.computeIfAbsent(node.domain(), d -> new ArrayList<>()).add(node);
    }
    var plan = LocalPlan.none(settings.horizon().toMillis());
    var refs = new TreeMap<Integer, ActorRef<Domain.Command>>();
    byDomain.forEach(
        (number, nodes) ->
            refs.put(
                number,
                spawn(
                    Domain.create(number, nodes, pricing, plan, DomainSettings.load()),
                    "domain-" + number)));
    return new Domains(refs, fleet.numbered());
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
