package io.metasched.metascheduler.rectangles.actor;

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
 * Actor of the users of a metascheduler of reservations. The actor has all requests of the users,
 * sends a request when the caller asks for it, and cancels and reduces reservations. The caller
 * receives the answer of the metascheduler, once for each request.
 */
public final class ReservationUser extends AbstractBehavior<ReservationUser.Command> {

  /** Command to the users. */
  public sealed interface Command {}

  /** Request of a caller; answered by the reply of the metascheduler. */
  public sealed interface Request extends Command, CborSerializable {
    /** Returns the identifier of the request. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<RectangleScheduler.Reply> replyTo();
  }

  /** Request to send a planned request whose time has come. */
  public record Ask(CommandId id, int request, ActorRef<RectangleScheduler.Reply> replyTo)
      implements Request {}

  /** Request to cancel a reservation. */
  public record Cancel(CommandId id, int request, ActorRef<RectangleScheduler.Reply> replyTo)
      implements Request {}

  /** Request to free all elements of a job except some. */
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
   * Planned request.
   *
   * @param job number of the job
   * @param request requirements of the job
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

  /**
   * Creates a user that has sent no requests; the user may be restarted, because it has no state to
   * recover.
   */
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
    if (replyTo != null) { // a repeated answer is ignored
      replyTo.tell(answered.reply());
    }
    return this;
  }
}
