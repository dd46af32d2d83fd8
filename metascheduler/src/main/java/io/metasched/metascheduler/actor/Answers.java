package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.actor.Metascheduler.Command;
import io.metasched.metascheduler.actor.Metascheduler.KeeperCommand;
import io.metasched.metascheduler.actor.Metascheduler.Rejection;
import io.metasched.metascheduler.actor.Metascheduler.Reply;
import io.metasched.metascheduler.actor.Metascheduler.UserCommand;
import io.metasched.metascheduler.actor.Metascheduler.UserReply;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.RememberedAnswers;
import java.util.TreeSet;

/**
 * The answers a metascheduler gives, remembered for commands that are repeated; and the commands
 * that it has taken and not answered yet, which are not taken twice.
 */
final class Answers {
  private final RememberedAnswers<UserReply> toUsers;
  private final RememberedAnswers<Reply> toKeeper;
  private final TreeSet<CommandId> takenOfUsers = new TreeSet<>();
  private final TreeSet<CommandId> takenOfKeeper = new TreeSet<>();

  Answers(int capacity) {
    toUsers = new RememberedAnswers<>(capacity);
    toKeeper = new RememberedAnswers<>(capacity);
  }

  /** The command is going to be answered. */
  void take(Command command) {
    if (command instanceof UserCommand user) {
      takenOfUsers.add(user.id());
    } else if (command instanceof KeeperCommand keeper) {
      takenOfKeeper.add(keeper.id());
    }
  }

  /** Whether the command is going to be answered already. */
  boolean hasTaken(Command command) {
    return (command instanceof UserCommand user && takenOfUsers.contains(user.id()))
        || (command instanceof KeeperCommand keeper && takenOfKeeper.contains(keeper.id()));
  }

  private void leave(Command command) {
    if (command instanceof UserCommand user) {
      takenOfUsers.remove(user.id());
    } else if (command instanceof KeeperCommand keeper) {
      takenOfKeeper.remove(keeper.id());
    }
  }

  void give(UserCommand command, UserReply reply) {
    leave(command);
    recall(reply);
    command.replyTo().tell(reply);
  }

  void give(KeeperCommand command, Reply reply) {
    recall(reply);
    tell(command, reply);
  }

  /** Gives an answer that is not remembered. */
  void tell(KeeperCommand command, Reply reply) {
    leave(command);
    command.replyTo().tell(reply);
  }

  /** An answer was given in an earlier life. */
  void recall(UserReply reply) {
    toUsers.remember(reply.id(), reply);
  }

  /** An answer was given in an earlier life. */
  void recall(Reply reply) {
    toKeeper.remember(reply.id(), reply);
  }

  /** Answers that a command is not taken, which is not remembered: it may be given again. */
  void reject(Command command, Rejection reason) {
    leave(command);
    if (command instanceof UserCommand user) {
      user.replyTo().tell(new Metascheduler.NotTaken(user.id(), reason));
    } else if (command instanceof KeeperCommand keeper) {
      keeper.replyTo().tell(new Metascheduler.Rejected(keeper.id(), reason));
    }
  }

  /** Answers a repeated command; false where it is a new one. */
  boolean repeat(Command command) {
    if (command instanceof UserCommand user) {
      return repeat(user, toUsers, user.id(), user.replyTo());
    } else if (command instanceof KeeperCommand keeper) {
      return repeat(keeper, toKeeper, keeper.id(), keeper.replyTo());
    }
    return false;
  }

  private <R> boolean repeat(
      Command command, RememberedAnswers<R> memory, CommandId id, ActorRef<R> replyTo) {
    var answer = memory.of(id);
    answer.ifPresent(replyTo::tell);
    if (answer.isEmpty() && memory.isTooOld(id)) {
      reject(command, Rejection.TOO_OLD);
      return true;
    }
    return answer.isPresent();
  }
}
