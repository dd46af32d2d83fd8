package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ReceiveBuilder;
import io.metasched.resource.actor.DomainOperation.Addressed;
import io.metasched.resource.actor.DomainOperation.Conclude;
import io.metasched.resource.actor.DomainOperation.Order;
import io.metasched.resource.actor.DomainOperation.Step;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ProjectedSlots;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Protocol for the offers of a domain's owners: for sessions, without jobs from outside, and from
 * an external book; and the rounds of the commands. Part of the domain's actor.
 */
public final class OwnerOffers {

  /** Query for the slots that would be vacant without jobs from outside. */
  public record OfferWithoutJobs(
      CommandId id, Span horizon, long nowTick, ActorRef<Domain.Reply> replyTo)
      implements Domain.Request {
    public OfferWithoutJobs {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Slots that would be vacant, by node, then start. */
  public record Offered(CommandId id, List<Slot> slots) implements Domain.Reply {
    public Offered {
      slots = List.copyOf(slots);
    }
  }

  /**
   * Request that owners offer the slots of an external book, by node. Answered by {@link
   * Domain.Done} when all these owners offer them; open sessions are not affected.
   */
  public record Project(
      CommandId id, SortedMap<Integer, ProjectedSlots> slots, ActorRef<Domain.Reply> replyTo)
      implements Domain.Request, LocalMessage {
    public Project {
      slots = Collections.unmodifiableSortedMap(new TreeMap<>(slots));
    }
  }

  private final List<Integer> nodes;
  private final OperationExecutor executor;
  private final OfferCache cache;

  OwnerOffers(OperationExecutor executor, OfferCache cache) {
    nodes = executor.nodes();
    this.executor = executor;
    this.cache = cache;
  }

  /** Adds the handlers of the commands. */
  void handle(ReceiveBuilder<Domain.Command> commands) {
    commands
        .onMessage(OfferWithoutJobs.class, c -> executor.take(c, nodes, () -> offerWithoutJobs(c)))
        .onMessage(
            Project.class,
            c -> executor.take(c, List.copyOf(c.slots().keySet()), () -> project(c)));
  }

  /**
   * Returns the operation that requests offers from all owners that have no cached offer. {@code
   * then} returns the reply from all offers, in the order of the nodes.
   */
  DomainOperation operation(
      PlanningSessions.OpenSession c, Function<DomainOffers, Domain.Reply> then) {
    return new DomainOperation(c, nodes, () -> offer(c, then));
  }

  private Step offer(PlanningSessions.OpenSession c, Function<DomainOffers, Domain.Reply> then) {
    var known = cache.recallAll(c);
    if (known.isPresent()) {
      return new Conclude(then.apply(known.get()));
    }
    var offers = new TreeMap<Integer, NodeOwner.Offered>();
    var unknown = new ArrayList<Integer>();
    for (int node : nodes) {
      cache
          .recall(node, c)
          .ifPresentOrElse(offer -> offers.put(node, offer), () -> unknown.add(node));
    }
    var horizon = cache.horizon(c);
    Order order = (id, to) -> new NodeOwner.Offer(id, horizon, c.nowTick(), to);
    return DomainOperation.ask(
        c.id(),
        unknown,
        order,
        answers -> {
          for (var offer : DomainOperation.all(NodeOwner.Offered.class, answers)) {
            cache.keep(offer, horizon);
            offers.put(offer.node(), offer);
          }
          var offered = new DomainOffers(nodes.stream().map(offers::get).toList());
          cache.keepAll(offered, c.horizon());
          return new Conclude(then.apply(offered));
        });
  }

  private Step offerWithoutJobs(OfferWithoutJobs c) {
    Order order = (id, to) -> new NodeOwner.OfferWithoutJobs(id, c.horizon(), c.nowTick(), to);
    return DomainOperation.ask(
        c.id(),
        nodes,
        order,
        answers -> {
          var slots = new ArrayList<Slot>();
          DomainOperation.all(NodeOwner.Offered.class, answers)
              .forEach(offer -> slots.addAll(offer.slots()));
          return new Conclude(new Offered(c.id(), slots));
        });
  }

  private static Step project(Project c) {
    var orders = new ArrayList<Addressed>(c.slots().size());
    c.slots()
        .forEach(
            (node, slots) ->
                orders.add(new Addressed(node, (id, to) -> new NodeOwner.Project(id, slots, to))));
    return DomainOperation.ask(c.id(), orders, answers -> DomainOperation.done(c.id()));
  }
}
