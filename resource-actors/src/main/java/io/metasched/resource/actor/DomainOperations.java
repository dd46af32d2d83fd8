package io.metasched.resource.actor;

import io.metasched.resource.actor.DomainOperation.Addressed;
import io.metasched.resource.actor.DomainOperation.Ask;
import io.metasched.resource.actor.DomainOperation.Conclude;
import io.metasched.resource.actor.DomainOperation.Order;
import io.metasched.resource.actor.DomainOperation.Step;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Slot;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.NodeReport;
import io.metasched.resource.owner.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/** Execution of each command by the owners: its rounds, and their results. */
final class DomainOperations {
  private DomainOperations() {}

  /**
   * Requests offers from all owners of the list that have no cached offer. {@code then} returns the
   * reply from all offers, in the order of the list.
   */
  static Step offer(
      List<Integer> nodes,
      Domain.OpenSession c,
      OfferCache memory,
      Function<DomainOffers, Domain.Reply> then) {
    var known = memory.recallAll(c);
    if (known.isPresent()) {
      return new Conclude(then.apply(known.get()));
    }
    var offers = new TreeMap<Integer, NodeOwner.Offered>();
    var unknown = new ArrayList<Integer>();
    for (int node : nodes) {
      memory
          .recall(node, c)
          .ifPresentOrElse(offer -> offers.put(node, offer), () -> unknown.add(node));
    }
    var horizon = memory.horizon(c);
    Order order = (id, to) -> new NodeOwner.Offer(id, horizon, c.nowTick(), to);
    return ask(
        c.id(),
        unknown,
        order,
        offers(
            all -> {
              for (var offer : all) {
                memory.keep(offer, horizon);
                offers.put(offer.node(), offer);
              }
              var offered = new DomainOffers(nodes.stream().map(offers::get).toList());
              memory.keepAll(offered, c.horizon());
              return then.apply(offered);
            }));
  }

  static Step offerWithoutJobs(List<Integer> nodes, Domain.OfferWithoutJobs c) {
    Order order = (id, to) -> new NodeOwner.OfferWithoutJobs(id, c.horizon(), c.nowTick(), to);
    return ask(c.id(), nodes, order, offers(all -> new Domain.Offered(c.id(), slots(all))));
  }

  /** Holds all parts, or none: if one owner refuses, the others release. */
  static Step hold(Domain.Hold c, OfferCache memory) {
    return holdAll(
        c.id(), c.job(), c.parts(), c.nowTick(), c.lapseTick(), memory, () -> done(c.id()));
  }

  static Step commit(Domain.Commit c) {
    return commit(
        c.id(),
        c.job(),
        c.nodes(),
        c.nowTick(),
        () -> end(c.id(), c.job(), c.dropped(), c.nowTick()));
  }

  static Step release(Domain.Release c) {
    Order order = (id, to) -> new NodeOwner.Release(id, c.job(), c.nowTick(), to);
    return ask(c.id(), c.nodes(), order, answers -> done(c.id()));
  }

  static Step end(Domain.End c) {
    return end(c.id(), c.job(), c.nodes(), c.nowTick());
  }

  /** Holds parts in the order of the windows. */
  static Step holdWindows(Domain.HoldWindows c, OfferCache memory) {
    var jobs = new ArrayList<JobId>();
    var orders = new ArrayList<Addressed>();
    for (var window : c.windows()) {
      for (var part : window.parts()) {
        jobs.add(window.job());
        orders.add(hold(window.job(), part, c.nowTick(), c.lapseTick()));
      }
    }
    return askInTurn(
        orders,
        answers -> {
          for (int i = 0; i < jobs.size(); i++) {
            if (answers.get(i) instanceof NodeOwner.Refused refused) {
              memory.refused(jobs.get(i), refused);
            }
          }
          return windowsDone(c.id(), jobs, answers);
        });
  }

  /**
   * Commits some windows and releases others; it is no failure if the owner of a released part has
   * terminated.
   */
  static Step settleWindows(Domain.SettleWindows c) {
    var jobs = new ArrayList<JobId>();
    var orders = new ArrayList<Addressed>();
    for (var window : c.committed()) {
      Order order = (id, to) -> new NodeOwner.Commit(id, window.job(), c.nowTick(), to);
      for (int node : window.nodes()) {
        jobs.add(window.job());
        orders.add(new Addressed(node, order));
      }
    }
    for (var window : c.released()) {
      Order order = (id, to) -> new NodeOwner.Release(id, window.job(), c.nowTick(), to);
      window.nodes().forEach(node -> orders.add(new Addressed(node, order)));
    }
    return askInTurn(orders, answers -> windowsDone(c.id(), jobs, answers));
  }

  /** Returns the first refusal of each of these jobs; replies to orders for other jobs are last. */
  private static Step windowsDone(CommandId id, List<JobId> jobs, List<NodeOwner.Reply> answers) {
    requireTaken(id, answers);
    var refused = new TreeMap<JobId, WindowRefusal>();
    for (int i = 0; i < jobs.size(); i++) {
      if (answers.get(i) instanceof NodeOwner.Refused no) {
        refused.putIfAbsent(jobs.get(i), new WindowRefusal(jobs.get(i), no.node(), no.reason()));
      }
    }
    return new Conclude(new Domain.WindowsDone(id, List.copyOf(refused.values())));
  }

  static Step endParts(Domain.EndParts c) {
    var orders = new ArrayList<Addressed>();
    for (var part : c.parts()) {
      Order order = (id, to) -> new NodeOwner.End(id, part.job(), part.tick(), false, to);
      orders.add(new Addressed(part.node(), order));
    }
    return askInTurn(
        orders,
        answers -> no(c.id(), answers).<Step>map(Conclude::new).orElseGet(() -> done(c.id())));
  }

  /**
   * Sends several orders to one node in a round each; the replies are in the order of the orders.
   */
  private static Step askInTurn(
      List<Addressed> orders, Function<List<NodeOwner.Reply>, Step> then) {
    var rounds = new ArrayList<List<Integer>>();
    var roundsOf = new TreeMap<Integer, Integer>();
    for (int i = 0; i < orders.size(); i++) {
      int round = roundsOf.merge(orders.get(i).node(), 1, Integer::sum) - 1;
      if (round == rounds.size()) {
        rounds.add(new ArrayList<>());
      }
      rounds.get(round).add(i);
    }
    return askRound(orders, rounds, 0, new NodeOwner.Reply[orders.size()], then);
  }

  private static Step askRound(
      List<Addressed> orders,
      List<List<Integer>> rounds,
      int at,
      NodeOwner.Reply[] answers,
      Function<List<NodeOwner.Reply>, Step> then) {
    if (at == rounds.size()) {
      return then.apply(List.of(answers));
    }
    var asked = rounds.get(at);
    return new Ask(
        asked.stream().map(orders::get).toList(),
        replies -> {
          for (int i = 0; i < asked.size(); i++) {
            answers[asked.get(i)] = replies.get(i);
          }
          return askRound(orders, rounds, at + 1, answers, then);
        });
  }

  /** Books a single part again in one round; several parts are held first, and then committed. */
  static Step rebook(Domain.Rebook c, OfferCache memory, IntPredicate hasTerminated) {
    var terminated = c.dropped().stream().filter(hasTerminated::test).findFirst();
    if (terminated.isPresent()) {
      return new Conclude(new Domain.Refused(c.id(), terminated.get(), Refusal.OWNER_LOST));
    }
    Supplier<Step> dropping = () -> end(c.id(), c.job(), c.dropped(), c.nowTick());
    if (c.parts().size() == 1) {
      var part = c.parts().get(0);
      Order order =
          (id, to) ->
              new NodeOwner.Rebook(id, c.job(), part.span(), part.seenVersion(), c.nowTick(), to);
      return ask(c.id(), List.of(part.node()), order, answers -> dropping.get());
    }
    var nodes = nodes(c.parts());
    return holdAll(
        c.id(),
        c.job(),
        c.parts(),
        c.nowTick(),
        Long.MAX_VALUE,
        memory,
        () -> commit(c.id(), c.job(), nodes, c.nowTick(), dropping));
  }

  static Step report(Domain.Report c) {
    Function<NodeOwner.Reported, NodeReport> ofNode =
        each -> new NodeReport(each.node(), each.localRuns(), each.waitingLocalJobs());
    return ask(
        c.id(),
        c.nodes(),
        (id, to) -> new NodeOwner.Report(id, c.nowTick(), c.afterArrivals(), to),
        answers -> {
          var reports = all(NodeOwner.Reported.class, answers).stream().map(ofNode).toList();
          return new Conclude(new Domain.Reported(c.id(), reports));
        });
  }

  static Step project(Domain.Project c) {
    var orders = new ArrayList<Addressed>(c.slots().size());
    c.slots()
        .forEach(
            (node, slots) ->
                orders.add(new Addressed(node, (id, to) -> new NodeOwner.Project(id, slots, to))));
    return ask(c.id(), orders, answers -> done(c.id()));
  }

  static List<Integer> nodes(List<HeldPart> parts) {
    return parts.stream().map(HeldPart::node).toList();
  }

  private static Step holdAll(
      CommandId id,
      JobId job,
      List<HeldPart> parts,
      long now,
      long lapse,
      OfferCache memory,
      Supplier<Step> whenHeld) {
    var orders = new ArrayList<Addressed>();
    parts.forEach(part -> orders.add(hold(job, part, now, lapse)));
    return new Ask(
        orders,
        answers -> {
          all(NodeOwner.Refused.class, answers).forEach(refused -> memory.refused(job, refused));
          return no(id, answers)
              .map(refused -> releaseHeld(job, answers, now, refused))
              .orElseGet(whenHeld);
        });
  }

  private static Addressed hold(JobId job, HeldPart part, long now, long lapse) {
    return new Addressed(
        part.node(),
        (round, to) ->
            new NodeOwner.Hold(round, job, part.span(), part.seenVersion(), now, lapse, to));
  }

  private static Step releaseHeld(
      JobId job, List<NodeOwner.Reply> answers, long now, Domain.Reply refused) {
    var orders = new ArrayList<Addressed>();
    for (var held : all(NodeOwner.Done.class, answers)) {
      orders.add(new Addressed(held.node(), (id, to) -> new NodeOwner.Release(id, job, now, to)));
    }
    return new Ask(orders, released -> new Conclude(refused));
  }

  private static Step commit(
      CommandId id, JobId job, List<Integer> nodes, long now, Supplier<Step> whenCommitted) {
    Order order = (round, to) -> new NodeOwner.Commit(round, job, now, to);
    return ask(id, nodes, order, answers -> whenCommitted.get());
  }

  private static Step end(CommandId id, JobId job, List<Integer> nodes, long now) {
    Order order = (round, to) -> new NodeOwner.End(round, job, now, true, to);
    return ask(id, nodes, order, answers -> done(id));
  }

  /** Sends one order to several nodes; the reply is the first refusal, if there is one. */
  private static Step ask(
      CommandId id, List<Integer> nodes, Order order, Function<List<NodeOwner.Reply>, Step> then) {
    var orders = new ArrayList<Addressed>(nodes.size());
    for (int node : nodes) {
      orders.add(new Addressed(node, order));
    }
    return ask(id, orders, then);
  }

  /** Sends orders to several nodes; the reply is the first refusal, if there is one. */
  private static Step ask(
      CommandId id, List<Addressed> orders, Function<List<NodeOwner.Reply>, Step> then) {
    return new Ask(
        orders,
        answers -> no(id, answers).<Step>map(Conclude::new).orElseGet(() -> then.apply(answers)));
  }

  /**
   * Returns the first refusal among the replies.
   *
   * @throws IllegalStateException if an owner has rejected a command of its own domain
   */
  private static Optional<Domain.Reply> no(CommandId id, List<NodeOwner.Reply> answers) {
    requireTaken(id, answers);
    return all(NodeOwner.Refused.class, answers).stream()
        .findFirst()
        .map(refused -> new Domain.Refused(id, refused.node(), refused.reason()));
  }

  private static void requireTaken(CommandId id, List<NodeOwner.Reply> answers) {
    for (var answer : answers) {
      if (answer instanceof NodeOwner.Rejected rejected) {
        throw new IllegalStateException("%s for %s".formatted(rejected, id));
      }
    }
  }

  private static Function<List<NodeOwner.Reply>, Step> offers(
      Function<List<NodeOwner.Offered>, Domain.Reply> then) {
    return answers -> new Conclude(then.apply(all(NodeOwner.Offered.class, answers)));
  }

  /** Returns the slots of all owners, in the order of the owners. */
  static List<Slot> slots(List<NodeOwner.Offered> offers) {
    var slots = new ArrayList<Slot>();
    offers.forEach(offer -> slots.addAll(offer.slots()));
    return slots;
  }

  private static Step done(CommandId id) {
    return new Conclude(new Domain.Done(id));
  }

  private static <A> List<A> all(Class<A> kind, List<NodeOwner.Reply> answers) {
    var some = new ArrayList<A>();
    for (var answer : answers) {
      if (kind.isInstance(answer)) {
        some.add(kind.cast(answer));
      }
    }
    return some;
  }
}
