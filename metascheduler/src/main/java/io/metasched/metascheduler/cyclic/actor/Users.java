package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Users that have joined, with the number of notices sent to each user, and the questions without
 * an answer.
 */
final class Users {
  private static final int NOTICES_AT_ONCE = 100; // far below the limit of a message
  private static final String RETRY = "users";

  private final JobFlow flow;
  private final int issuer;
  private final TimerScheduler<Metascheduler.Command> timers;
  private final MetaschedulerSettings settings;
  private final TreeMap<Integer, ActorRef<VoUser.Command>> joined = new TreeMap<>();
  private final TreeMap<Integer, Integer> notified = new TreeMap<>(); // notices so far, by user
  private final TreeMap<CommandId, Asked> awaited = new TreeMap<>();
  private int retries;
  private long asked;
  private int seen; // number of events of the flow processed

  private record Asked(int user, CommandFactory question) {}

  /**
   * @param issuer issuer of the questions to users
   * @param timers timers of the actor, which sends itself {@link Metascheduler.RetryUsers}
   */
  Users(
      JobFlow flow,
      int issuer,
      TimerScheduler<Metascheduler.Command> timers,
      MetaschedulerSettings settings) {
    this.flow = flow;
    this.issuer = issuer;
    this.timers = timers;
    this.settings = settings;
  }

  /** Factory of the question to a user. */
  @FunctionalInterface
  interface CommandFactory {
    /** Returns the question to a user. */
    VoUser.Command with(CommandId id, int user);
  }

  /** Lets a user join, or join again; outstanding questions are sent to it again. */
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

  /** Notifies users of all events since the last call. */
  void sendNews() {
    var history = flow.history();
    var notices = new TreeMap<Integer, List<VoUser.Notice>>();
    for (; seen < history.size(); seen++) {
      UserNotifications.of(history.get(seen), flow)
          .ifPresent(
              note ->
                  notices
                      .computeIfAbsent(note.user(), user -> new ArrayList<>())
                      .add(note.notice()));
    }
    notices.forEach(
        (user, all) -> {
          int first = noticesTo(user);
          notified.put(user, first + all.size());
          send(user, first, all);
        });
  }

  private void send(int user, int first, List<VoUser.Notice> notices) {
    var ref = joined.get(user);
    for (int i = 0; ref != null && i < notices.size(); i += NOTICES_AT_ONCE) {
      int end = Math.min(i + NOTICES_AT_ONCE, notices.size());
      ref.tell(new VoUser.News(first + i, notices.subList(i, end)));
    }
  }

  /** Prepares for the deletion of the flow's history, of which users have been notified. */
  void forgetHistory() {
    seen = 0;
  }

  /** Returns the number of notices sent to a user. */
  int noticesTo(int user) {
    return notified.getOrDefault(user, 0);
  }

  /** Sends a question to all users; each user answers with the id of the question. */
  void ask(CommandFactory question) {
    for (int user : joined.keySet()) {
      var id = new CommandId(issuer, asked++);
      awaited.put(id, new Asked(user, question));
      ask(id);
    }
    retries = 0;
    timers.startTimerWithFixedDelay(
        RETRY, new Metascheduler.RetryUsers(), settings.retryInterval());
  }

  private void ask(CommandId id) {
    var question = awaited.get(id);
    var ref = question == null ? null : joined.get(question.user());
    if (question != null && ref != null) {
      ref.tell(question.question().with(id, question.user()));
    }
  }

  /**
   * Repeats the question to users that have not answered; returns true when these users have timed
   * out.
   */
  boolean haveTimedOut() {
    if (++retries < settings.retriesUntilTimeout()) {
      awaited.keySet().forEach(this::ask);
      return false;
    }
    timers.cancel(RETRY);
    return true;
  }

  /**
   * Repeats the notices that a user has missed, and the question to the user.
   *
   * @param first number of the first missed notice
   * @param history all events of the job flow
   * @param all a flow with all its jobs
   */
  void missed(CommandId id, int user, int first, List<FlowEvent> history, JobFlow all) {
    if (awaited.containsKey(id)) {
      repeatNews(user, first, history, all);
      ask(id);
    }
  }

  private void repeatNews(int user, int first, List<FlowEvent> history, JobFlow all) {
    var notices =
        history.stream()
            .flatMap(event -> UserNotifications.of(event, all).stream())
            .filter(note -> note.user() == user)
            .skip(first)
            .map(UserNotifications.Addressed::notice)
            .toList();
    send(user, first, notices);
  }

  /**
   * Accepts an answer; returns false for an answer that is not expected, such as a repeated one.
   */
  boolean answered(CommandId id) {
    return awaited.remove(id) != null;
  }

  /** Returns the users with an outstanding answer. */
  List<Integer> unanswered() {
    return awaited.values().stream().map(Asked::user).toList();
  }

  /** Returns whether no answer is outstanding, so that no user can time out. */
  boolean haveAnswered() {
    if (awaited.isEmpty()) {
      timers.cancel(RETRY);
    }
    return awaited.isEmpty();
  }

  /** Returns the number of questions sent. */
  long asked() {
    return asked;
  }

  /** Restores the number of questions, the users and their notices from another incarnation. */
  void restore(MetaschedulerEvent.Snapshot from) {
    asked = from.counts().asked();
    from.notified().forEach(each -> notified.put(each.user(), each.notices()));
    for (var user : from.users()) {
      if (!know(user.user())) { // the user may have joined again already
        join(user.user(), user.notices());
      }
    }
  }
}
