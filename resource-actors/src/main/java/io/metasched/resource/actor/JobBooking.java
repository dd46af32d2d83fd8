package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ReceiveBuilder;
import io.metasched.resource.actor.DomainOperation.Addressed;
import io.metasched.resource.actor.DomainOperation.Ask;
import io.metasched.resource.actor.DomainOperation.Conclude;
import io.metasched.resource.actor.DomainOperation.Order;
import io.metasched.resource.actor.DomainOperation.Step;
import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Protocol for the bookings of one job in a domain: commands that hold, book, move and end the job,
 * and the rounds of these commands. Part of the domain's actor.
 */
public final class JobBooking {

  /** Request to hold parts for a job: all of them or, if an owner refuses, none. */
  public record Hold(
      CommandId id,
      JobId job,
      List<HeldPart> parts,
      long nowTick,
      long lapseTick,
      ActorRef<Domain.Reply> replyTo)
      implements Domain.Request {
    public Hold {
      parts = List.copyOf(parts);
      Require.distinct(HeldPart.nodes(parts));
      Require.lapse(nowTick, lapseTick);
    }
  }

  /**
   * Request to turn the job's holds on {@code nodes} into bookings, then to end the job's booking
   * on the {@code dropped} nodes. A move of a job needs both.
   *
   * <p>If an owner refuses or has terminated, the other owners commit nevertheless and nothing is
   * dropped; the issuer ends the job on the nodes that booked it.
   */
  public record Commit(
      CommandId id,
      JobId job,
      List<Integer> nodes,
      List<Integer> dropped,
      long nowTick,
      ActorRef<Domain.Reply> replyTo)
      implements Domain.Request {
    public Commit {
      nodes = List.copyOf(nodes);
      dropped = List.copyOf(dropped);
      Require.distinct(Domain.both(nodes, dropped));
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request to release the job's holds, if it has any. */
  public record Release(
      CommandId id, JobId job, List<Integer> nodes, long nowTick, ActorRef<Domain.Reply> replyTo)
      implements Domain.Request {
    public Release {
      nodes = List.copyOf(nodes);
      Require.distinct(nodes);
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Request to move a job inside the domain: to book the parts in place of the job's bookings on
   * the same nodes, and to end the job on the {@code dropped} nodes. If an owner refuses, the whole
   * old booking stays, unless an owner terminates during the command; then the result is as with
   * {@link Commit}.
   */
  public record Rebook(
      CommandId id,
      JobId job,
      List<HeldPart> parts,
      List<Integer> dropped,
      long nowTick,
      ActorRef<Domain.Reply> replyTo)
      implements Domain.Request {
    public Rebook {
      parts = List.copyOf(parts);
      dropped = List.copyOf(dropped);
      Require.distinct(HeldPart.nodes(parts));
      Require.distinct(Domain.both(HeldPart.nodes(parts), dropped));
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request to end the job's parts on these nodes; the remaining time of the parts is released. */
  public record End(
      CommandId id, JobId job, List<Integer> nodes, long nowTick, ActorRef<Domain.Reply> replyTo)
      implements Domain.Request {
    public End {
      nodes = List.copyOf(nodes);
      Require.distinct(nodes);
      Require.tick("nowTick", nowTick);
    }
  }

  private final OperationExecutor executor;
  private final OfferCache offers;

  JobBooking(OperationExecutor executor, OfferCache offers) {
    this.executor = executor;
    this.offers = offers;
  }

  /** Adds the handlers of the commands. */
  void handle(ReceiveBuilder<Domain.Command> commands) {
    commands
        .onMessage(Hold.class, c -> executor.take(c, HeldPart.nodes(c.parts()), () -> hold(c)))
        .onMessage(
            Commit.class,
            c -> executor.take(c, Domain.both(c.nodes(), c.dropped()), () -> commit(c)))
        .onMessage(Release.class, c -> executor.take(c, c.nodes(), () -> release(c)))
        .onMessage(
            Rebook.class,
            c ->
                executor.take(
                    c, Domain.both(HeldPart.nodes(c.parts()), c.dropped()), () -> rebook(c)))
        .onMessage(
            End.class,
            c -> executor.take(c, c.nodes(), () -> end(c.id(), c.job(), c.nodes(), c.nowTick())));
  }

  private Step hold(Hold c) {
    return holdAll(
        c.id(), c.job(), c.parts(), c.nowTick(), c.lapseTick(), () -> DomainOperation.done(c.id()));
  }

  private static Step commit(Commit c) {
    return commit(
        c.id(),
        c.job(),
        c.nodes(),
        c.nowTick(),
        () -> end(c.id(), c.job(), c.dropped(), c.nowTick()));
  }

  private static Step release(Release c) {
    Order order = (id, to) -> new NodeOwner.Release(id, c.job(), c.nowTick(), to);
    return DomainOperation.ask(c.id(), c.nodes(), order, answers -> DomainOperation.done(c.id()));
  }

  /** Books a single part again in one round; several parts are held first, and then committed. */
  private Step rebook(Rebook c) {
    var terminated = c.dropped().stream().filter(executor::hasTerminated).findFirst();
    if (terminated.isPresent()) {
      return new Conclude(new Domain.Refused(c.id(), terminated.get(), Refusal.OWNER_LOST));
    }
    Supplier<Step> dropping = () -> end(c.id(), c.job(), c.dropped(), c.nowTick());
    var nodes = HeldPart.nodes(c.parts());
    if (nodes.size() == 1) {
      var part = c.parts().get(0);
      Order order =
          (id, to) ->
              new NodeOwner.Rebook(id, c.job(), part.span(), part.seenVersion(), c.nowTick(), to);
      return DomainOperation.ask(c.id(), nodes, order, answers -> dropping.get());
    }
    return holdAll(
        c.id(),
        c.job(),
        c.parts(),
        c.nowTick(),
        Long.MAX_VALUE,
        () -> commit(c.id(), c.job(), nodes, c.nowTick(), dropping));
  }

  /** Holds all parts, or none: if one owner refuses, the other owners release theirs. */
  private Step holdAll(
      CommandId id,
      JobId job,
      List<HeldPart> parts,
      long now,
      long lapse,
      Supplier<Step> whenHeld) {
    var orders = new ArrayList<Addressed>();
    parts.forEach(part -> orders.add(Addressed.hold(job, part, now, lapse)));
    return new Ask(
        orders,
        answers -> {
          DomainOperation.all(NodeOwner.Refused.class, answers)
              .forEach(refused -> offers.refused(job, refused));
          return DomainOperation.refusal(id, answers)
              .map(refused -> releaseHeld(job, answers, now, refused))
              .orElseGet(whenHeld);
        });
  }

  private static Step releaseHeld(
      JobId job, List<NodeOwner.Reply> answers, long now, Domain.Reply refused) {
    var orders = new ArrayList<Addressed>();
    for (var held : DomainOperation.all(NodeOwner.Done.class, answers)) {
      orders.add(new Addressed(held.node(), (id, to) -> new NodeOwner.Release(id, job, now, to)));
    }
    return new Ask(orders, released -> new Conclude(refused));
  }

  private static Step commit(
      CommandId id, JobId job, List<Integer> nodes, long now, Supplier<Step> whenCommitted) {
    Order order = (round, to) -> new NodeOwner.Commit(round, job, now, to);
    return DomainOperation.ask(id, nodes, order, answers -> whenCommitted.get());
  }

  private static Step end(CommandId id, JobId job, List<Integer> nodes, long now) {
    Order order = (round, to) -> new NodeOwner.End(round, job, now, true, to);
    return DomainOperation.ask(id, nodes, order, answers -> DomainOperation.done(id));
  }
}
