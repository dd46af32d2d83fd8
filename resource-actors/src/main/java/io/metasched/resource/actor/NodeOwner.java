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
 * The owner of one node: the authority for its vacant time, versions, prices, local jobs, holds and
 * bookings, all of which are in its {@link NodeTimeline}. An owner that gets {@link ProjectedSlots}
 * only offers them, and a book elsewhere is the authority.
 *
 * <p>Each command is answered exactly once. Commands contain the model time; it never runs back
 * here, a command that is late counts as given at the latest tick known. Before a command is
 * carried out, the owner performs its own events until then: holds lapse, and local jobs arrive,
 * those of the command's tick included where the command does not say otherwise.
 */
public final class NodeOwner extends ExtensibleBehavior<NodeOwner.Command> {

  /** Everything an owner understands. */
  public sealed interface Command extends CborSerializable {}

  /** Opens time until the end of the horizon and asks for the vacant slots in the horizon. */
  public record Offer(CommandId id, Span horizon, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Offer {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Asks for the slots that would be vacant without jobs from outside; opens no time. */
  public record OfferWithoutJobs(CommandId id, Span horizon, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public OfferWithoutJobs {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Holds a span until it is committed or released, or lapses. */
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

  /** Turns the job's hold into its booking. */
  public record Commit(CommandId id, JobId job, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Commit {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Gives the job's hold back, if there is one. */
  public record Release(CommandId id, JobId job, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Release {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Books a span at once, in place of the job's booking; a refusal keeps the old one. */
  public record Rebook(
      CommandId id, JobId job, Span span, long seenVersion, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Rebook {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Ends the job's booking; what is left of it is given back.
   *
   * @param afterArrivals whether local jobs that arrive at {@code nowTick} come before it
   */
  public record End(
      CommandId id, JobId job, long nowTick, boolean afterArrivals, ActorRef<Reply> replyTo)
      implements Command {
    public End {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Asks what the node did for its owner's own users until a tick.
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
   * Offers these slots from now on, as a book elsewhere has them; later ones replace earlier ones,
   * never the reverse. An owner that gets them opens no time of its own, so that it refuses each
   * hold and booking.
   */
  public record Project(CommandId id, ProjectedSlots slots, ActorRef<Reply> replyTo)
      implements Command, LocalMessage {}

  /** Everything an owner answers. */
  public sealed interface Reply extends CborSerializable {
    /** The command that is answered. */
    CommandId id();

    /** The node whose owner answers. */
    int node();
  }

  /**
   * The vacant slots, in order, and the version of the list.
   *
   * @param holdsUntil when the owner's time changes them without a command, at the earliest
   */
  public record Offered(CommandId id, int node, long version, long holdsUntil, List<Slot> slots)
      implements Reply {
    public Offered {
      slots = List.copyOf(slots);
    }
  }

  /** It is done: held, booked, released, ended, taken. */
  public record Done(CommandId id, int node) implements Reply {}

  /** The owner's no. */
  public record Refused(CommandId id, int node, Refusal reason) implements Reply {}

  /** The command was not taken. */
  public record Rejected(CommandId id, int node, Rejection reason) implements Reply {}

  /** Local jobs that have got their place, and those that wait. */
  public record Reported(
      CommandId id, int node, List<LocalRun> localRuns, List<LocalJob> waitingLocalJobs)
      implements Reply {
    public Reported {
      localRuns = List.copyOf(localRuns);
      waitingLocalJobs = List.copyOf(waitingLocalJobs);
    }
  }

  /**
   * A command has changed the book, or the tick; comes before its answer, and only where the
   * owner's domain is journaled.
   *
   * @param arrivedThrough the last tick whose local jobs have arrived before the events
   * @param events those that do not follow from local load and time
   */
  record Changed(CommandId id, int node, long nowTick, long arrivedThrough, List<NodeEvent> events)
      implements Reply {
    Changed {
      events = List.copyOf(events);
    }
  }

  private final NodeTimeline timeline;
  private final OwnerReplies remembered;
  private final boolean isJournaled;
  private @Nullable ProjectedSlots projected;
  private List<NodeEvent> events = List.of(); // of one command

  private NodeOwner(
      OwnedNodes nodes, Node node, int cachedReplies, NodeTimeline.@Nullable Snapshot from) {
    isJournaled = from != null;
    remembered = new OwnerReplies(cachedReplies);
    timeline = from == null ? nodes.timeline(node) : nodes.timeline(node, from, this::record);
  }

  /**
   * Creates the owner of a node that has opened no time yet.
   *
   * @param localPlan the local load of the node
   * @param cachedReplies answers kept for repeated commands, at least 1
   */
  public static Behavior<Command> create(
      Node node, Pricing pricing, LocalPlan localPlan, int cachedReplies) {
    var nodes = new OwnedNodes(List.of(node), pricing, localPlan);
    return Behaviors.setup(context -> new NodeOwner(nodes, node, cachedReplies, null));
  }

  /**
   * Creates the owners of all nodes of a domain: one behavior, which knows by its name whose owner
   * it is. What Akka keeps to start an actor is kept once for all of them then.
   *
   * @param from the state that the owner of a node goes on from; null where the domain is not
   *     journaled
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
   * Takes a command. By hand, since a list of handlers for each of many owners takes more memory
   * than what they own.
   */
  @Override
  public Behavior<Command> receive(TypedActorContext<Command> context, Command command) {
    if (command instanceof Offer c) {
      return onOffer(c);
    } else if (command instanceof OfferWithoutJobs c) {
      return onOfferWithoutJobs(c);
    } else if (command instanceof Hold c) {
      return onHold(c);
    } else if (command instanceof Commit c) {
      return onCommit(c);
    } else if (command instanceof Release c) {
      return onRelease(c);
    } else if (command instanceof Rebook c) {
      return onRebook(c);
    } else if (command instanceof End c) {
      return onEnd(c);
    } else if (command instanceof Report c) {
      return onReport(c);
    } else if (command instanceof Project c) {
      return onProject(c);
    }
    return Behaviors.unhandled();
  }

  @Override
  public Behavior<Command> receiveSignal(TypedActorContext<Command> context, Signal signal) {
    return Behaviors.unhandled();
  }

  private Behavior<Command> onOffer(Offer c) {
    return answer(
        c.id(),
        c.nowTick(),
        c.replyTo(),
        () -> {
          var elsewhere = projected;
          if (elsewhere != null) {
            var slots = elsewhere.within(c.horizon(), now());
            return new Offered(c.id(), node(), elsewhere.asOf(), Long.MAX_VALUE, slots);
          }
          timeline.openUntil(c.horizon().end());
          return offered(c.id(), book().offer(c.horizon(), now()));
        });
  }

  private Behavior<Command> onOfferWithoutJobs(OfferWithoutJobs c) {
    return answer(
        c.id(),
        c.nowTick(),
        c.replyTo(),
        () -> offered(c.id(), book().offerWithoutJobs(c.horizon(), now())));
  }

  private Behavior<Command> onHold(Hold c) {
    return answer(
        c.id(),
        c.nowTick(),
        c.replyTo(),
        () ->
            decided(c.id(), book().hold(c.job(), c.span(), c.seenVersion(), now(), c.lapseTick())));
  }

  private Behavior<Command> onCommit(Commit c) {
    return answer(
        c.id(), c.nowTick(), c.replyTo(), () -> decided(c.id(), book().commit(c.job(), now())));
  }

  private Behavior<Command> onRelease(Release c) {
    return answer(
        c.id(),
        c.nowTick(),
        c.replyTo(),
        () -> {
          book().release(c.job(), now());
          return done(c.id());
        });
  }

  private Behavior<Command> onRebook(Rebook c) {
    return answer(
        c.id(),
        c.nowTick(),
        c.replyTo(),
        () -> decided(c.id(), book().rebook(c.job(), c.span(), c.seenVersion(), now())));
  }

  private Behavior<Command> onEnd(End c) {
    return answer(
        c.id(),
        c.nowTick(),
        c.afterArrivals(),
        c.replyTo(),
        () -> {
          book().end(c.job(), now());
          return done(c.id());
        });
  }

  private Behavior<Command> onReport(Report c) {
    return answer(
        c.id(),
        c.nowTick(),
        c.afterArrivals(),
        c.replyTo(),
        () -> new Reported(c.id(), node(), book().localRuns(), book().waitingLocalJobs()));
  }

  private Behavior<Command> onProject(Project c) {
    return answer(
        c.id(),
        now(),
        c.replyTo(),
        () -> {
          if (projected == null || projected.asOf() <= c.slots().asOf()) {
            projected = c.slots();
          }
          return done(c.id());
        });
  }

  private Behavior<Command> answer(
      CommandId id, long tick, ActorRef<Reply> replyTo, Supplier<Reply> carriedOut) {
    return answer(id, tick, true, replyTo, carriedOut);
  }

  /** Answers a command from memory, or carries it out at its tick. */
  private Behavior<Command> answer(
      CommandId id,
      long tick,
      boolean afterArrivals,
      ActorRef<Reply> replyTo,
      Supplier<Reply> carriedOut) {
    var reply =
        remembered
            .of(id)
            .orElseGet(
                () ->
                    remembered.isTooOld(id)
                        ? new Rejected(id, node(), Rejection.TOO_OLD)
                        : carryOut(id, tick, afterArrivals ? tick : tick - 1, replyTo, carriedOut));
    replyTo.tell(reply);
    return this;
  }

  private Reply carryOut(
      CommandId id,
      long tick,
      long arrivedThrough,
      ActorRef<Reply> replyTo,
      Supplier<Reply> command) {
    boolean isLater = timeline.advance(tick, arrivedThrough);
    var reply = command.get();
    remembered.remember(reply);
    if (isJournaled && (isLater || !events.isEmpty())) {
      replyTo.tell(new Changed(id, node(), now(), arrivedThrough, events));
      events = List.of();
    }
    return reply;
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
    return refusal.<Reply>map(reason -> new Refused(id, node(), reason)).orElseGet(() -> done(id));
  }

  private Reply done(CommandId id) {
    return new Done(id, node());
  }
}
