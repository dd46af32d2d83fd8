package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Actor that forwards a batch of commands to domains of its JVM, and returns their replies in
 * batches. A message between JVMs costs more than most replies do.
 *
 * <p>It does not guarantee delivery. Replies are forwarded when all have arrived, when they are
 * long together, or when the rest is late. It stops when all have replied, or when no reply has
 * arrived for a while; a sender without a reply repeats the command to the domain directly.
 */
public final class CommandBatcher extends AbstractBehavior<CommandBatcher.Event> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  // slots and versions from which a separate message pays off, as it is read while the others are
  // still answering
  private static final int LONG = 1_500;

  /** Event of a batcher. */
  public sealed interface Event {}

  private record Answered(Domain.Reply reply) implements Event {}

  private record ReceiveTimeout() implements Event {}

  /**
   * Command with the domain that receives it.
   *
   * @param to the domain
   * @param command the command, whose reply, if any, is sent to the sender of all commands
   */
  public record AddressedCommand(
      ActorRef<Domain.Command> to,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
          @JsonSubTypes({
            @JsonSubTypes.Type(value = Domain.OpenSession.class, name = "open"),
            @JsonSubTypes.Type(value = Domain.Search.class, name = "search"),
            @JsonSubTypes.Type(value = Domain.CloseSession.class, name = "close"),
            @JsonSubTypes.Type(value = Domain.HoldWindows.class, name = "hold"),
            @JsonSubTypes.Type(value = Domain.SettleWindows.class, name = "settle")
          })
          Domain.BatchableCommand command) {}

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
      awaited += each.command() instanceof Domain.CloseSession ? 0 : 1;
    }
    context.setReceiveTimeout(PATIENCE, new ReceiveTimeout());
  }

  /**
   * Creates a batcher of these commands.
   *
   * @param replyTo receiver of the replies, as {@link Domain.ReplyBatch} if there are several
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
    if (reply instanceof Domain.Found found) {
      return found.answer().slots().size();
    } else if (reply instanceof Domain.SessionOpened opened) {
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
    replyTo.tell(answers.size() == 1 ? answers.get(0) : new Domain.ReplyBatch(answers));
    answers.clear();
    length = 0;
  }
}
