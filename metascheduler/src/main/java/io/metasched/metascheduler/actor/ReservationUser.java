package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.rectangles.ElementRange;
import io.metasched.resource.rectangles.MalleableRequest;
import java.util.List;
import java.util.TreeMap;

/**
 * The users of a metascheduler of reservations: has the requests of them all, makes one when its
 * time has come, and cancels and shrinks what was reserved. Its caller gets the answer of the
 * metascheduler, once for each request.
 */
public final class ReservationUser extends AbstractBehavior<ReservationUser.Command> {

  /** Everything it understands. */
  public sealed interface Command {}

  /** What a caller asks it for; answered by what the metascheduler answers. */
  public sealed interface Request extends Command, CborSerializable {
    /** Identifies the request. */
    CommandId id();

    /** The receiver of the reply. */
    ActorRef<RectangleScheduler.Reply> replyTo();
  }

  /** The time of a request has come. */
  public record Ask(CommandId id, int request, ActorRef<RectangleScheduler.Reply> replyTo)
      implements Request {}

  /** A reservation is to be cancelled. */
  public record Cancel(CommandId id, int request, ActorRef<RectangleScheduler.Reply> replyTo)
      implements Request {}

  /** A job is to keep only some of its elements. */
  public record GiveBack(
      CommandId id,
      int request,
      List<ElementRange> kept,
      long nowTick,
      ActorRef<RectangleScheduler.Reply> replyTo)
      implements Request {
    public GiveBack {
      kept = List.copyOf(kept);
    }
  }

  private record SchedulerAnswered(RectangleScheduler.Reply reply) implements Command {}

  /**
   * What is to be asked for when its time has come.
   *
   * @param job number of the job
   * @param request what it needs
   */
  public record Planned(long job, MalleableRequest request) {}

  private final List<Planned> requests;
  private final ActorRef<RectangleScheduler.Command> scheduler;
  private final ActorRef<RectangleScheduler.Reply> answers;
  private final TreeMap<CommandId, ActorRef<RectangleScheduler.Reply>> asked = new TreeMap<>();

  private ReservationUser(
      ActorContext<Command> context,
      List<Planned> requests,
      ActorRef<RectangleScheduler.Command> scheduler) {
    super(context);
    this.requests = requests;
    this.scheduler = scheduler;
    answers = context.messageAdapter(RectangleScheduler.Reply.class, SchedulerAnswered::new);
  }

  /** Creates a user that has asked for nothing yet; it may recover, as it remembers nothing. */
  public static Behavior<Command> create(
      List<Planned> requests, ActorRef<RectangleScheduler.Command> scheduler) {
    return Behaviors.setup(context -> new ReservationUser(context, requests, scheduler));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Ask.class, this::onAsk)
        .onMessage(Cancel.class, this::onCancel)
        .onMessage(GiveBack.class, this::onGiveBack)
        .onMessage(SchedulerAnswered.class, this::onSchedulerAnswered)
        .build();
  }

  private Behavior<Command> onAsk(Ask c) {
    var planned = requests.get(c.request());
    return pass(
        c, new RectangleScheduler.Reserve(c.id(), planned.job(), planned.request(), answers));
  }

  private Behavior<Command> onCancel(Cancel c) {
    return pass(c, new RectangleScheduler.Cancel(c.id(), requests.get(c.request()).job(), answers));
  }

  private Behavior<Command> onGiveBack(GiveBack c) {
    long job = requests.get(c.request()).job();
    return pass(c, new RectangleScheduler.GiveBack(c.id(), job, c.kept(), c.nowTick(), answers));
  }

  private Behavior<Command> pass(Request c, RectangleScheduler.Command request) {
    asked.put(c.id(), c.replyTo());
    scheduler.tell(request);
    return this;
  }

  private Behavior<Command> onSchedulerAnswered(SchedulerAnswered answered) {
    var replyTo = asked.remove(answered.reply().id());
    if (replyTo != null) { // a repeated answer is no news
      replyTo.tell(answered.reply());
    }
    return this;
  }
}
