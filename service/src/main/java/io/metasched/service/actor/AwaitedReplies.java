package io.metasched.service.actor;

import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.TreeSet;

/** Commands whose replies are to come, and what is done then. Part of its actor. */
final class AwaitedReplies {
  private final TreeSet<CommandId> awaited = new TreeSet<>();
  private final Runnable progress;
  private Runnable then = () -> {};

  /**
   * @param progress is run whenever something is awaited, or all of it has come
   */
  AwaitedReplies(Runnable progress) {
    this.progress = progress;
  }

  void forget() {
    awaited.clear();
  }

  void await(List<CommandId> commands, Runnable whenAnswered) {
    progress.run();
    awaited.addAll(commands);
    then = whenAnswered;
    goOnOnceAnswered();
  }

  /** These are to be answered before whatever is awaited next is done. */
  void expect(List<CommandId> commands) {
    awaited.addAll(commands);
  }

  void answered(CommandId id) {
    if (awaited.remove(id)) {
      goOnOnceAnswered();
    }
  }

  private void goOnOnceAnswered() {
    if (awaited.isEmpty()) {
      var next = then;
      then = () -> {};
      progress.run();
      next.run();
    }
  }

  @Override
  public String toString() {
    return awaited.toString();
  }
}
