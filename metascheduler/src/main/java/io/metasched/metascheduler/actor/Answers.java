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

/** The answers a metascheduler gives, remembered for commands that are repeated. */
final class Answers {
  private final RememberedAnswers<UserReply> toUsers;
  private final RememberedAnswers<Reply> toKeeper;

  Answers(int capacity) {
    toUsers = new RememberedAnswers<>(capacity);
    toKeeper = new RememberedAnswers<>(capacity);
  }

  void give(UserCommand command, UserReply reply) {
    toUsers.remember(command.id(), reply);
    command.replyTo().tell(reply);
  }

  void give(KeeperCommand command, Reply reply) {
    toKeeper.remember(command.id(), reply);
    command.replyTo().tell(reply);
  }

  /** Answers that a command is not taken, which is not remembered: it may be given again. */
  void reject(Command command, Rejection reason) {
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
