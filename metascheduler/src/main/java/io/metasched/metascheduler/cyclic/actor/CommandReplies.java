package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.ClockCommand;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Rejection;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Reply;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.UserCommand;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.UserReply;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.List;
import java.util.TreeSet;

/**
 * Replies of a metascheduler, cached for repeated commands, and the commands that it has accepted
 * but not answered. No command is accepted twice.
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

  /** Marks a command as taken; it will be answered. */
  void take(Command command) {
    if (command instanceof UserCommand user) {
      takenOfUsers.add(user.id());
    } else if (command instanceof ClockCommand clock) {
      takenOfClock.add(clock.id());
    }
  }

  /** Returns whether the command has been taken and will be answered. */
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

  /** Sends a reply that is not cached. */
  void send(ClockCommand command, Reply reply) {
    leave(command);
    command.replyTo().tell(reply);
  }

  /** Restores a reply of an earlier incarnation. */
  void recall(UserReply reply) {
    toUsers.add(reply.id(), reply);
  }

  /** Restores a reply of an earlier incarnation. */
  void recall(Reply reply) {
    toClock.add(reply.id(), reply);
  }

  /** Restores the replies to a command that an earlier incarnation concluded. */
  void recall(MetaschedulerEvent.Concluded concluded) {
    if (concluded.toUser() != null) {
      recall(concluded.toUser());
    }
    if (concluded.toClock() != null) {
      recall(concluded.toClock());
    }
  }

  MetaschedulerEvent.RememberedReplies all() {
    return new MetaschedulerEvent.RememberedReplies(
        List.copyOf(toUsers.answers().values()),
        toUsers.forgotten(),
        List.copyOf(toClock.answers().values()),
        toClock.forgotten());
  }

  /** Restores the cached replies of another incarnation. */
  void restore(MetaschedulerEvent.RememberedReplies from) {
    toUsers.restore(from.forgottenOfUsers(), from.toUsers(), UserReply::id);
    toClock.restore(from.forgottenOfClock(), from.toClock(), Reply::id);
  }

  /** Rejects a command; the rejection is not cached, so the command may be sent again. */
  void reject(Command command, Rejection reason) {
    leave(command);
    if (command instanceof UserCommand user) {
      user.replyTo().tell(new Metascheduler.NotTaken(user.id(), reason));
    } else if (command instanceof ClockCommand clock) {
      clock.replyTo().tell(new Metascheduler.Rejected(clock.id(), reason));
    }
  }

  /** Answers a repeated command; returns false if the command is new. */
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
