package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.owner.CommandId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Actor that forwards a batch of commands to domains of its JVM, and returns their replies in
 * batches. A message between JVMs costs more than most replies do.
 *
 * <p>It does not guarantee delivery. Replies are forwarded when all have arrived, when their total
 * length is large, or when the remaining ones are late. The batcher stops when all domains have
 * replied, or when no reply has arrived for a while; a sender without a reply repeats the command
 * to the domain directly.
 */
public final class CommandBatcher extends AbstractBehavior<CommandBatcher.Event> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  // slots and versions from which a separate message pays off, because the receiver reads it while
  // other domains still answer
  private static final int LONG = 1_500;

  /** Event of a batcher. */
  public sealed interface Event {}

  private record Answered(Domain.Reply reply) implements Event {}

  private record ReceiveTimeout() implements Event {}

  /**
   * Command with the domain that receives it.
   *
   * @param to the domain
   * @param command the command; its reply, if any, goes to the sender of the batch
   */
  public record AddressedCommand(
      ActorRef<Domain.Command> to,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
          @JsonSubTypes({
            @JsonSubTypes.Type(value = PlanningSessions.OpenSession.class, name = "open"),
            @JsonSubTypes.Type(value = PlanningSessions.Search.class, name = "search"),
            @JsonSubTypes.Type(value = PlanningSessions.CloseSession.class, name = "close"),
            @JsonSubTypes.Type(value = BatchBooking.HoldWindows.class, name = "hold"),
            @JsonSubTypes.Type(value = BatchBooking.SettleWindows.class, name = "settle")
          })
          Domain.BatchableCommand command) {}

  /**
   * Replies of several domains in one message, sent by a batcher.
   *
   * @param all at least one, each to a {@link Domain.BatchableCommand}
   */
  public record ReplyBatch(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          @JsonSubTypes({
            @JsonSubTypes.Type(value = PlanningSessions.SessionOpened.class, name = "opened"),
            @JsonSubTypes.Type(value = PlanningSessions.Found.class, name = "found"),
            @JsonSubTypes.Type(value = BatchBooking.WindowsDone.class, name = "windows"),
            @JsonSubTypes.Type(value = Domain.Rejected.class, name = "rejected")
          })
          List<Domain.Reply> all)
      implements Domain.Reply {
    public ReplyBatch {
      all = List.copyOf(all);
      Require.atLeast("answers", 1, all.size());
    }

    /** Returns the command of the first reply. */
    @Override
    public CommandId id() {
      return all.get(0).id();
    }
  }

  private final ActorRef<Domain.Reply> replyTo;
  private final List<Domain.Reply> answers = new ArrayList<>();
  private int length;
  private int awaited;

  private CommandBatcher(
      ActorContext<Event> context,
      List<AddressedCommand> addressed,
      ActorRef<Domain.Reply> replyTo) {
    super(context);
    this.replyTo = replyTo;
    var self = context.messageAdapter(Domain.Reply.class, Answered::new);
    for (var each : addressed) {
      each.to().tell(each.command().answeredTo(self));
      awaited += each.command() instanceof PlanningSessions.CloseSession ? 0 : 1;
    }
    context.setReceiveTimeout(PATIENCE, new ReceiveTimeout());
  }

  /**
   * Creates a batcher of these commands.
   *
   * @param replyTo receiver of the replies, as {@link ReplyBatch} if there are several
   */
  public static Behavior<Event> create(
      List<AddressedCommand> addressed, ActorRef<Domain.Reply> replyTo) {
    return Behaviors.setup(
        context -> {
          var batcher = new CommandBatcher(context, addressed, replyTo);
          return batcher.awaited > 0 ? batcher : Behaviors.stopped();
        });
  }

  @Override
  public Receive<Event> createReceive() {
    return newReceiveBuilder()
        .onMessage(Answered.class, this::onAnswered)
        .onMessage(ReceiveTimeout.class, this::onReceiveTimeout)
        .build();
  }

  private Behavior<Event> onAnswered(Answered answered) {
    answers.add(answered.reply());
    length += length(answered.reply());
    awaited--;
    if (awaited == 0 || length >= LONG) {
      deliver();
    }
    return awaited == 0 ? Behaviors.stopped() : this;
  }

  private static int length(Domain.Reply reply) {
    if (reply instanceof PlanningSessions.Found found) {
      return found.answer().slots().size();
    } else if (reply instanceof PlanningSessions.SessionOpened opened) {
      return opened.versions().size() + opened.list().size();
    }
    return 0;
  }

  private Behavior<Event> onReceiveTimeout(ReceiveTimeout late) {
    if (answers.isEmpty()) {
      return Behaviors.stopped();
    }
    deliver();
    return this;
  }

  private void deliver() {
    replyTo.tell(answers.size() == 1 ? answers.get(0) : new ReplyBatch(answers));
    answers.clear();
    length = 0;
  }
}
