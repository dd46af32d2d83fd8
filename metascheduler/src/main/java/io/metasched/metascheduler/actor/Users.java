package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.flow.JobFlow;
import io.metasched.resource.model.JobId;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/** The users that have joined, and what they have been told of the job flow. */
final class Users {
  private final JobFlow flow;
  private final int giver;
  private final TreeMap<Integer, ActorRef<VoUser.Command>> joined = new TreeMap<>();
  private final TreeMap<Integer, List<VoUser.Notice>> notices = new TreeMap<>();
  private final TreeMap<CommandId, Asked> awaited = new TreeMap<>();
  private long asked;
  private int told;

  private record Asked(int user, Question question) {}

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
    /** The question to a user. */
    VoUser.Command with(CommandId id, int user);
  }

  /** A user makes himself known, or anew: what he was asked in vain, he is asked again. */
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

  /** Tells users of all that has happened since the last time. */
  void tellNews() {
    noteNews(user -> tellFrom(user, toldTo(user) - 1));
  }

  /** Notes for users all that has happened since the last time; after each notice, its user. */
  private void noteNews(IntConsumer noted) {
    var history = flow.history();
    for (; told < history.size(); told++) {
      Notices.of(history.get(told), flow)
          .ifPresent(
              note -> {
                notices.computeIfAbsent(note.user(), u -> new ArrayList<>()).add(note.notice());
                noted.accept(note.user());
              });
    }
  }

  /** Tells a user once more, from a notice on. */
  void tellFrom(int user, int first) {
    var ref = joined.get(user);
    var all = notices.getOrDefault(user, List.of());
    for (int number = Math.max(0, first); ref != null && number < all.size(); number++) {
      ref.tell(new VoUser.News(number, all.get(number)));
    }
  }

  /** How many notices a user has been told. */
  int toldTo(int user) {
    return notices.getOrDefault(user, List.of()).size();
  }

  /** Tells the user that his job has begun, which he can do without. */
  void tellStarted(JobId job, long tick) {
    var user = joined.get(flow.job(job).job().user());
    if (user != null) {
      user.tell(new VoUser.Started(job, tick));
    }
  }

  /** Asks all of them; each answers with the id of the question. */
  void ask(Question question) {
    for (int user : joined.keySet()) {
      var id = new CommandId(giver, asked++);
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

  /** Asks again whoever has not answered. */
  void askAgain() {
    awaited.keySet().forEach(this::ask);
  }

  /** A user has missed notices: he is told them, and asked again. */
  void missed(CommandId id, int user, int first) {
    if (awaited.containsKey(id)) {
      tellFrom(user, first);
      ask(id);
    }
  }

  /** Takes an answer; false for one that is not awaited, such as a repeated one. */
  boolean answered(CommandId id) {
    return awaited.remove(id) != null;
  }

  /** The users whose answer is awaited. */
  List<Integer> silent() {
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

  /** So many questions have been asked, and all that has happened has been told. */
  void recall(long questions) {
    asked = questions;
    noteNews(user -> {});
  }
}
