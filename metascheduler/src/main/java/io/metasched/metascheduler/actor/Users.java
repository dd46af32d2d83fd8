package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.flow.JobFlow;
import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.TreeMap;

/** The users that have joined, and how many notices each has got. */
final class Users {
  private final JobFlow flow;
  private final int issuer;
  private final TreeMap<Integer, ActorRef<VoUser.Command>> joined = new TreeMap<>();
  private final TreeMap<Integer, Integer> notified = new TreeMap<>(); // notices so far
  private final TreeMap<CommandId, Asked> awaited = new TreeMap<>();
  private long asked;
  private int seen; // events of the flow

  private record Asked(int user, CommandFactory question) {}

  /**
   * @param issuer of the questions to them
   */
  Users(JobFlow flow, int issuer) {
    this.flow = flow;
    this.issuer = issuer;
  }

  /** What a user is asked. */
  @FunctionalInterface
  interface CommandFactory {
    /** The question to a user. */
    VoUser.Command with(CommandId id, int user);
  }

  /** A user joins, or joins again: what it has not answered, it is asked again. */
  void join(int user, ActorRef<VoUser.Command> ref) {
    joined.put(user, ref);
    awaited.forEach(
        (id, asked) -> {
          if (asked.user() == user) {
            ref.tell(asked.question().with(id, user));
          }
        });
  }

  boolean know(int user) {
    return joined.containsKey(user);
  }

  /** Notifies users of all that has happened since the last time. */
  void sendNews() {
    var history = flow.history();
    for (; seen < history.size(); seen++) {
      UserNotifications.of(history.get(seen), flow)
          .ifPresent(
              note -> {
                var ref = joined.get(note.user());
                int number = noticesTo(note.user());
                notified.put(note.user(), number + 1);
                if (ref != null) {
                  ref.tell(new VoUser.News(number, note.notice()));
                }
              });
    }
  }

  /** The flow is about to forget its history, of which users have been notified. */
  void forgetHistory() {
    seen = 0;
  }

  /** How many notices a user has got. */
  int noticesTo(int user) {
    return notified.getOrDefault(user, 0);
  }

  /** Notifies the user that a job of it has begun, which it can do without. */
  void sendStarted(JobId job, long tick) {
    var user = joined.get(flow.job(job).job().user());
    if (user != null) {
      user.tell(new VoUser.Started(job, tick));
    }
  }

  /** Asks all of them; each answers with the id of the question. */
  void ask(CommandFactory question) {
    for (int user : joined.keySet()) {
      var id = new CommandId(issuer, asked++);
      awaited.put(id, new Asked(user, question));
      ask(id);
    }
  }

  private void ask(CommandId id) {
    var question = awaited.get(id);
    var ref = question == null ? null : joined.get(question.user());
    if (question != null && ref != null) {
      ref.tell(question.question().with(id, question.user()));
    }
  }

  /** Asks users that have not answered again. */
  void askAgain() {
    awaited.keySet().forEach(this::ask);
  }

  /**
   * A user has missed notices: it gets them again, and is asked again.
   *
   * @param first the first one
   * @param history all that has happened to the job flow
   * @param all a flow that knows all its jobs
   */
  void missed(CommandId id, int user, int first, List<FlowEvent> history, JobFlow all) {
    if (awaited.containsKey(id)) {
      repeatNews(user, first, history, all);
      ask(id);
    }
  }

  private void repeatNews(int user, int first, List<FlowEvent> history, JobFlow all) {
    var ref = joined.get(user);
    int number = 0;
    for (var event : history) {
      var note = UserNotifications.of(event, all);
      if (note.isPresent() && note.get().user() == user) {
        if (number >= first && ref != null) {
          ref.tell(new VoUser.News(number, note.get().notice()));
        }
        number++;
      }
    }
  }

  /** Takes an answer; false for one that is not awaited, such as a repeated one. */
  boolean answered(CommandId id) {
    return awaited.remove(id) != null;
  }

  /** The users whose answer is awaited. */
  List<Integer> unanswered() {
    return awaited.values().stream().map(Asked::user).toList();
  }

  /** Whether no answer is awaited. */
  boolean haveAnswered() {
    return awaited.isEmpty();
  }

  /** How many questions have been asked. */
  long asked() {
    return asked;
  }

  /** Goes on as another incarnation did: so many questions asked, these users joined. */
  void restore(MetaschedulerEvent.Snapshot from) {
    asked = from.counts().asked();
    from.notified().forEach(each -> notified.put(each.user(), each.notices()));
    for (var user : from.users()) {
      if (!know(user.user())) { // it may have joined again already
        join(user.user(), user.notices());
      }
    }
  }
}
