package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.flow.JobFlow;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.TreeMap;

/** The users that have joined, and what they have been told of the job flow. */
final class Users {
  private final JobFlow flow;
  private final int giver;
  private final TreeMap<Integer, ActorRef<VoUser.Command>> joined = new TreeMap<>();
  private final TreeMap<CommandId, Integer> awaited = new TreeMap<>();
  private long asked;
  private int told;

  /**
   * @param giver who asks them
   */
  Users(JobFlow flow, int giver) {
    this.flow = flow;
    this.giver = giver;
  }

  /** What a user is asked. */
  @FunctionalInterface
  interface Question {
    VoUser.Command with(CommandId id);
  }

  void join(int user, ActorRef<VoUser.Command> ref) {
    joined.put(user, ref);
  }

  boolean know(int user) {
    return joined.containsKey(user);
  }

  /** Tells users of all that has happened since the last time. */
  void tellNews() {
    var history = flow.history();
    for (; told < history.size(); told++) {
      Notices.of(history.get(told)).ifPresent(this::tell);
    }
  }

  void tell(VoUser.Notice notice) {
    var user = joined.get(flow.job(notice.job()).job().user());
    if (user != null) {
      user.tell(notice);
    }
  }

  /** Asks all of them; each answers with the id of the question. */
  void ask(Question question) {
    joined.forEach(
        (user, ref) -> {
          var id = new CommandId(giver, asked++);
          awaited.put(id, user);
          ref.tell(question.with(id));
        });
  }

  /** Takes an answer; false for one that is not awaited, such as a repeated one. */
  boolean answered(CommandId id) {
    return awaited.remove(id) != null;
  }

  /** The users whose answer is awaited. */
  List<Integer> silent() {
    return List.copyOf(awaited.values());
  }

  /** Whether no answer is awaited. */
  boolean haveAnswered() {
    return awaited.isEmpty();
  }
}
