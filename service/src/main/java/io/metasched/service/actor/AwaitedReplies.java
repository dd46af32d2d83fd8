package io.metasched.service.actor;

import io.metasched.resource.actor.CommandWindow;
import io.metasched.resource.owner.CommandId;
import java.util.function.Consumer;

/** Commands whose replies are to come, and what is done then. Part of its actor. */
final class AwaitedReplies {
  private final CommandWindow commands;
  private final Runnable progress;
  private Runnable then = () -> {};

  /**
   * @param progress is run whenever something is awaited or answered
   */
  AwaitedReplies(CommandWindow commands, Runnable progress) {
    this.commands = commands;
    this.progress = progress;
  }

  /** Sends a command, or has it wait for the replies to others. */
  void send(Consumer<CommandId> command) {
    var unused = commands.send(command);
  }

  /** Does something when all commands are answered, which may be at once. */
  void whenAnswered(Runnable next) {
    progress.run();
    then = next;
    goOnOnceAnswered();
  }

  void answered(CommandId id) {
    if (commands.answered(id)) {
      progress.run();
      goOnOnceAnswered();
    }
  }

  private void goOnOnceAnswered() {
    if (commands.isEmpty()) {
      var next = then;
      then = () -> {};
      next.run();
    }
  }

  @Override
  public String toString() {
    return commands.toString();
  }
}
