package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.BehaviorBuilder;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.StashBuffer;
import akka.japi.function.Function;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.ClockCommand;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Command;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.Rejection;
import io.metasched.metascheduler.cyclic.actor.Metascheduler.UserCommand;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Behaviors of the phases of a metascheduler, and the transitions between them. Requests of users
 * and the clock are processed at once, or wait in the stash for a phase that processes them. Part
 * of the actor, and confined to it.
 */
final class Phases {
  private final ActorContext<Command> context;
  private final int vo;
  private final StashBuffer<Command> stash;
  private final CommandReplies answers;
  private final UnaryOperator<BehaviorBuilder<Command>> common;
  private final Supplier<Behavior<Command>> serving;
  private boolean isBusy;
  private boolean unstashing;

  /**
   * @param common function that adds the handlers common to all phases, such as the one for a
   *     stopped child
   * @param serving supplier of the phase in which users are served, evaluated at each use
   */
  Phases(
      ActorContext<Command> context,
      int vo,
      StashBuffer<Command> stash,
      CommandReplies answers,
      UnaryOperator<BehaviorBuilder<Command>> common,
      Supplier<Behavior<Command>> serving) {
    this.context = context;
    this.vo = vo;
    this.stash = stash;
    this.answers = answers;
    this.common = common;
    this.serving = serving;
  }

  /** Completes a phase in which users and the clock are served at once. */
  Behavior<Command> receptive(BehaviorBuilder<Command> phase) {
    return common
        .apply(phase)
        .onAnyMessage(c -> isRequest(c) ? Behaviors.unhandled() : late(c))
        .build();
  }

  /** Completes a phase in which commands of users and the clock wait. */
  Behavior<Command> busy(BehaviorBuilder<Command> phase) {
    isBusy = true;
    return common.apply(phase).onAnyMessage(this::wait).build();
  }

  private Behavior<Command> wait(Command command) {
    if (!isRequest(command)) {
      return late(command);
    } else if (!unstashing && (answers.hasTaken(command) || answers.repeat(command))) {
      return Behaviors.same();
    } else if (stash.isFull()) {
      return reject(command, Rejection.BUSY);
    }
    answers.take(command);
    stash.stash(command);
    return Behaviors.same();
  }

  private static boolean isRequest(Command command) {
    return command instanceof UserCommand || command instanceof ClockCommand;
  }

  /** Ignores a reply that is no longer expected, such as a repeated one. */
  private Behavior<Command> late(Command command) {
    context.getLog().debug("Organization {}: {} arrived too late", vo, command);
    return Behaviors.same();
  }

  /** Returns a handler that receives only requests that are not repeated. */
  <C extends Command> Function<C, Behavior<Command>> fresh(Function<C, Behavior<Command>> handler) {
    return command -> {
      if (answers.repeat(command)) {
        return Behaviors.same();
      }
      answers.take(command);
      return handler.apply(command);
    };
  }

  Behavior<Command> reject(Command command, Rejection reason) {
    answers.reject(command, reason);
    return Behaviors.same();
  }

  /** Returns to the phase in which users are served, and to the stashed commands. */
  Behavior<Command> rest() {
    isBusy = false;
    return next(serving.get());
  }

  /** Stays in the phase in which users are served, or returns to it. */
  Behavior<Command> stayOrRest() {
    return isBusy ? rest() : Behaviors.same();
  }

  /**
   * Continues with the stashed commands; if unstashing has already begun, the remaining commands
   * follow without another call.
   */
  Behavior<Command> next(Behavior<Command> phase) {
    if (unstashing) {
      return phase;
    }
    unstashing = true;
    try {
      return stash.unstashAll(phase);
    } finally {
      unstashing = false;
    }
  }
}
