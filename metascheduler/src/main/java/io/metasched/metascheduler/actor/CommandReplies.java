package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.actor.Metascheduler.ClockCommand;
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.metascheduler.actor.Metascheduler.Rejection;
import io.metasched.metascheduler.actor.Metascheduler.Reply;
import io.metasched.metascheduler.actor.Metascheduler.UserCommand;
import io.metasched.metascheduler.actor.Metascheduler.UserReply;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.List;
import java.util.TreeSet;

/**
 * The answers a metascheduler gives, remembered for commands that are repeated; and the commands
 * that it has taken and not answered yet, which are not taken twice.
 */
final class CommandReplies {
  private final ReplyCache<UserReply> toUsers;
  private final ReplyCache<Reply> toClock;
  private final TreeSet<CommandId> takenOfUsers = new TreeSet<>();
  private final TreeSet<CommandId> takenOfClock = new TreeSet<>();

  CommandReplies(int capacity) {
    toUsers = new ReplyCache<>(capacity);
    toClock = new ReplyCache<>(capacity);
  }

  /** The command is going to be answered. */
  void take(Command command) {
    if (command instanceof UserCommand user) {
      takenOfUsers.add(user.id());
    } else if (command instanceof ClockCommand clock) {
      takenOfClock.add(clock.id());
    }
  }

  /** Whether the command is going to be answered already. */
  boolean hasTaken(Command command) {
    return (command instanceof UserCommand user && takenOfUsers.contains(user.id()))
        || (command instanceof ClockCommand clock && takenOfClock.contains(clock.id()));
  }

  private void leave(Command command) {
    if (command instanceof UserCommand user) {
      takenOfUsers.remove(user.id());
    } else if (command instanceof ClockCommand clock) {
      takenOfClock.remove(clock.id());
    }
  }

  void give(UserCommand command, UserReply reply) {
    leave(command);
    recall(reply);
    command.replyTo().tell(reply);
  }

  void give(ClockCommand command, Reply reply) {
    recall(reply);
    send(command, reply);
  }

  /** Gives an answer that is not remembered. */
  void send(ClockCommand command, Reply reply) {
    leave(command);
    command.replyTo().tell(reply);
  }

  /** An answer was given by an earlier incarnation. */
  void recall(UserReply reply) {
    toUsers.remember(reply.id(), reply);
  }

  /** An answer was given by an earlier incarnation. */
  void recall(Reply reply) {
    toClock.remember(reply.id(), reply);
  }

  /** The answers of a concluded command were given by an earlier incarnation. */
  void recall(MetaschedulerEvent.Concluded concluded) {
    if (concluded.toUser() != null) {
      recall(concluded.toUser());
    }
    if (concluded.toClock() != null) {
      recall(concluded.toClock());
    }
  }

  /** All answers that are remembered. */
  MetaschedulerEvent.RememberedReplies all() {
    return new MetaschedulerEvent.RememberedReplies(
        List.copyOf(toUsers.answers().values()),
        toUsers.forgotten(),
        List.copyOf(toClock.answers().values()),
        toClock.forgotten());
  }

  /** Takes in the answers that another incarnation remembered. */
  void restore(MetaschedulerEvent.RememberedReplies from) {
    toUsers.forget(from.forgottenOfUsers());
    from.toUsers().forEach(this::recall);
    toClock.forget(from.forgottenOfClock());
    from.toClock().forEach(this::recall);
  }

  /** Answers that a command is not taken, which is not remembered: it may be given again. */
  void reject(Command command, Rejection reason) {
    leave(command);
    if (command instanceof UserCommand user) {
      user.replyTo().tell(new Metascheduler.NotTaken(user.id(), reason));
    } else if (command instanceof ClockCommand clock) {
      clock.replyTo().tell(new Metascheduler.Rejected(clock.id(), reason));
    }
  }

  /** Answers a repeated command; false where it is a new one. */
  boolean repeat(Command command) {
    if (command instanceof UserCommand user) {
      return repeat(user, toUsers, user.id(), user.replyTo());
    } else if (command instanceof ClockCommand clock) {
      return repeat(clock, toClock, clock.id(), clock.replyTo());
    }
    return false;
  }

  private <R> boolean repeat(
      Command command, ReplyCache<R> memory, CommandId id, ActorRef<R> replyTo) {
    var answer = memory.of(id);
    answer.ifPresent(replyTo::tell);
    if (answer.isEmpty() && memory.isTooOld(id)) {
      reject(command, Rejection.TOO_OLD);
      return true;
    }
    return answer.isPresent();
  }
}
