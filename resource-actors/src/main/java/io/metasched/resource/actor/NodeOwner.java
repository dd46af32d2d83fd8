package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ExtensibleBehavior;
import akka.actor.typed.Signal;
import akka.actor.typed.TypedActorContext;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.LocalJob;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.owner.LocalRun;
import io.metasched.resource.owner.NodeBook;
import io.metasched.resource.owner.NodeEvent;
import io.metasched.resource.owner.NodeTimeline;
import io.metasched.resource.owner.ProjectedSlots;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.pricing.Pricing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Actor of the owner of one node: the authority for its vacant time, versions, prices, local jobs,
 * holds and bookings, all of which are in its {@link NodeTimeline}. An owner that receives {@link
 * ProjectedSlots} only offers these slots; the authority is then an external book.
 *
 * <p>Each command is answered exactly once. Commands contain the model time, which never decreases
 * at an owner: a late command is executed at the latest known tick. Before an owner executes a
 * command, it processes its own events until the command's tick: holds expire, and local jobs
 * arrive, including those of the command's tick unless the command excludes them.
 */
public final class NodeOwner extends ExtensibleBehavior<NodeOwner.Command> {

  /** Command to an owner. */
  public sealed interface Command extends CborSerializable {
    /** Returns the identifier of the command. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Request to open time until the end of the horizon and to offer the vacant slots in it. */
  public record Offer(CommandId id, Span horizon, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Offer {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Query for the slots that would be vacant without jobs from outside; opens no time. */
  public record OfferWithoutJobs(CommandId id, Span horizon, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public OfferWithoutJobs {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request to hold a span until the hold is committed, released or expires. */
  public record Hold(
      CommandId id,
      JobId job,
      Span span,
      long seenVersion,
      long nowTick,
      long lapseTick,
      ActorRef<Reply> replyTo)
      implements Command {
    public Hold {
      Require.lapse(nowTick, lapseTick);
    }
  }

  /** Request to turn the job's hold into its booking. */
  public record Commit(CommandId id, JobId job, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Commit {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request to release the job's hold, if there is one. */
  public record Release(CommandId id, JobId job, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Release {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Request to book a span at once, in place of the job's booking; if the owner refuses, the old
   * booking stays.
   */
  public record Rebook(
      CommandId id, JobId job, Span span, long seenVersion, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Rebook {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Request to end the job's booking; the remaining time of the booking is released.
   *
   * @param afterArrivals whether local jobs that arrive at {@code nowTick} are processed before the
   *     end
   */
  public record End(
      CommandId id, JobId job, long nowTick, boolean afterArrivals, ActorRef<Reply> replyTo)
      implements Command {
    public End {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Query for the local jobs of the node until a tick.
   *
   * @param afterArrivals whether local jobs that arrive at {@code nowTick} count
   */
  public record Report(CommandId id, long nowTick, boolean afterArrivals, ActorRef<Reply> replyTo)
      implements Command {
    public Report {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Request to offer the slots of an external book from now on. Slots with a later stamp replace
   * earlier ones, never the reverse. An owner that receives projected slots opens no time, and
   * therefore refuses each hold and booking.
   */
  public record Project(CommandId id, ProjectedSlots slots, ActorRef<Reply> replyTo)
      implements Command, LocalMessage {}

  /** Reply of an owner. */
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered command. */
    CommandId id();

    /** Returns the id of the node. */
    int node();
  }

  /**
   * Vacant slots, in order, and the version of the list.
   *
   * @param holdsUntil earliest tick at which the slots may change without a command
   */
  public record Offered(CommandId id, int node, long version, long holdsUntil, List<Slot> slots)
      implements Reply {
    public Offered {
      slots = List.copyOf(slots);
    }
  }

  /**
   * Confirmation that the command is executed: a span is held, booked, released or ended, or slots
   * are taken over.
   */
  public record Done(CommandId id, int node) implements Reply {}

  /** Refusal of the owner. */
  public record Refused(CommandId id, int node, Refusal reason) implements Reply {}

  /** Rejection of a command, which was not executed. */
  public record Rejected(CommandId id, int node, Rejection reason) implements Reply {}

  /** Placed and waiting local jobs. */
  public record Reported(
      CommandId id, int node, List<LocalRun> localRuns, List<LocalJob> waitingLocalJobs)
      implements Reply {
    public Reported {
      localRuns = List.copyOf(localRuns);
      waitingLocalJobs = List.copyOf(waitingLocalJobs);
    }
  }

  /**
   * Change of the book or of the tick by a command. It is sent before the reply, and only if the
   * owner's domain is journaled.
   *
   * @param arrivedThrough last tick whose local jobs arrived before the events
   * @param events events that do not follow from local load and time
   */
  record Changed(CommandId id, int node, long nowTick, long arrivedThrough, List<NodeEvent> events)
      implements Reply {
    Changed {
      events = List.copyOf(events);
    }
  }

  private final NodeTimeline timeline;
  private final OwnerReplies replyCache;
  private final boolean isJournaled;
  private @Nullable ProjectedSlots projected;
  private List<NodeEvent> events = List.of(); // replies of one command

  private NodeOwner(
      OwnedNodes nodes, Node node, int cachedReplies, NodeTimeline.@Nullable Snapshot from) {
    isJournaled = from != null;
    replyCache = new OwnerReplies(cachedReplies);
    timeline = from == null ? nodes.timeline(node) : nodes.timeline(node, from, this::record);
  }

  /**
   * Creates the owner of a node that has opened no time yet.
   *
   * @param localPlan local load of the node
   * @param cachedReplies number of replies cached for repeated commands, at least 1
   */
  public static Behavior<Command> create(
      Node node, Pricing pricing, LocalPlan localPlan, int cachedReplies) {
    var nodes = new OwnedNodes(List.of(node), pricing, localPlan);
    return Behaviors.setup(context -> new NodeOwner(nodes, node, cachedReplies, null));
  }

  /**
   * Creates the owners of all nodes of a domain: one behavior, which determines its node by the
   * name of its actor. The data that Akka needs to start an actor is thus shared by all owners.
   *
   * @param from function that returns the state with which the owner of a node begins; null if the
   *     domain is not journaled
   */
  static Behavior<Command> create(
      OwnedNodes nodes, int cachedReplies, Function<Node, NodeTimeline.@Nullable Snapshot> from) {
    return Behaviors.setup(
        context -> {
          var node = nodes.ownedBy(context.getSelf().path().name());
          return new NodeOwner(nodes, node, cachedReplies, from.apply(node));
        });
  }

  /**
   * Receives a command. Dispatched manually, since a list of handlers for each of many owners takes
   * more memory than their books.
   */
  @Override
  public Behavior<Command> receive(TypedActorContext<Command> context, Command command) {
    if (command instanceof Offer c) {
      return answer(c, c.nowTick(), () -> offer(c));
    } else if (command instanceof OfferWithoutJobs c) {
      return answer(
          c, c.nowTick(), () -> offered(c.id(), book().offerWithoutJobs(c.horizon(), now())));
    } else if (command instanceof Hold c) {
      return answer(c, c.nowTick(), () -> hold(c));
    } else if (command instanceof Commit c) {
      return answer(c, c.nowTick(), () -> decided(c.id(), book().commit(c.job(), now())));
    } else if (command instanceof Release c) {
      return answer(c, c.nowTick(), () -> done(c.id(), () -> book().release(c.job(), now())));
    } else if (command instanceof Rebook c) {
      return answer(c, c.nowTick(), () -> rebook(c));
    } else if (command instanceof End c) {
      Supplier<Reply> end = () -> done(c.id(), () -> book().end(c.job(), now()));
      return answer(c, c.nowTick(), c.afterArrivals(), end);
    } else if (command instanceof Report c) {
      return answer(c, c.nowTick(), c.afterArrivals(), () -> report(c));
    } else if (command instanceof Project c) {
      return answer(c, now(), () -> done(c.id(), () -> project(c.slots())));
    }
    return Behaviors.unhandled();
  }

  @Override
  public Behavior<Command> receiveSignal(TypedActorContext<Command> context, Signal signal) {
    return Behaviors.unhandled();
  }

  private Behavior<Command> answer(Command c, long tick, Supplier<Reply> carriedOut) {
    return answer(c, tick, true, carriedOut);
  }

  /** Answers a command from the cache, or executes it at its tick. */
  private Behavior<Command> answer(
      Command c, long tick, boolean afterArrivals, Supplier<Reply> carriedOut) {
    var reply =
        replyCache
            .of(c.id())
            .orElseGet(
                () ->
                    replyCache.isTooOld(c.id())
                        ? new Rejected(c.id(), node(), Rejection.TOO_OLD)
                        : carryOut(c, tick, afterArrivals ? tick : tick - 1, carriedOut));
    c.replyTo().tell(reply);
    return this;
  }

  private Reply carryOut(Command c, long tick, long arrivedThrough, Supplier<Reply> command) {
    boolean isLater = timeline.advance(tick, arrivedThrough);
    var reply = command.get();
    replyCache.add(reply);
    if (isJournaled && (isLater || !events.isEmpty())) {
      c.replyTo().tell(new Changed(c.id(), node(), now(), arrivedThrough, events));
      events = List.of();
    }
    return reply;
  }

  private Reply offer(Offer c) {
    var elsewhere = projected;
    if (elsewhere != null) {
      var slots = elsewhere.within(c.horizon(), now());
      return new Offered(c.id(), node(), elsewhere.asOf(), Long.MAX_VALUE, slots);
    }
    timeline.openUntil(c.horizon().end());
    return offered(c.id(), book().offer(c.horizon(), now()));
  }

  private Reply hold(Hold c) {
    return decided(c.id(), book().hold(c.job(), c.span(), c.seenVersion(), now(), c.lapseTick()));
  }

  private Reply rebook(Rebook c) {
    return decided(c.id(), book().rebook(c.job(), c.span(), c.seenVersion(), now()));
  }

  private Reply report(Report c) {
    return new Reported(c.id(), node(), book().localRuns(), book().waitingLocalJobs());
  }

  private void project(ProjectedSlots slots) {
    if (projected == null || projected.asOf() <= slots.asOf()) {
      projected = slots;
    }
  }

  private NodeBook book() {
    return timeline.book();
  }

  private int node() {
    return book().node().id();
  }

  private long now() {
    return timeline.nowTick();
  }

  private void record(NodeEvent event) {
    events = events.isEmpty() ? new ArrayList<>() : events;
    events.add(event);
  }

  private Reply offered(CommandId id, List<Slot> slots) {
    return new Offered(id, node(), book().version(), timeline.nextArrivalTick(), slots);
  }

  private Reply decided(CommandId id, Optional<Refusal> refusal) {
    return refusal
        .<Reply>map(reason -> new Refused(id, node(), reason))
        .orElseGet(() -> new Done(id, node()));
  }

  private Reply done(CommandId id, Runnable action) {
    action.run();
    return new Done(id, node());
  }
}
