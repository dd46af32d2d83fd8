package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.owner.CommandId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks several domains at once and goes on when all have answered; one enquiry at a time.
 *
 * @param <C> what the asking actor understands
 */
final class Enquiry<C> {
  private static final String DEADLINE = "fault-deadline";

  /** Makes the command for a domain. */
  @FunctionalInterface
  interface Question {
    Domain.Command with(CommandId id, ActorRef<Domain.Reply> replyTo);
  }

  private final Domains domains;
  private final int giver;
  private final ActorRef<Domain.Reply> answers;
  private final TimerScheduler<C> timers;
  private final Duration deadline;
  private final C tooLate;
  private final TreeMap<CommandId, Integer> awaited = new TreeMap<>();
  private final TreeMap<Integer, Domain.Reply> answered = new TreeMap<>();
  private @Nullable Consumer<SortedMap<Integer, Domain.Reply>> then;
  private long next;

  /**
   * @param giver who gives the commands
   * @param firstNumber number of the first of them
   * @param answers where the domains are to answer
   * @param tooLate what the actor tells itself when a domain is silent for too long
   */
  Enquiry(
      Domains domains,
      int giver,
      long firstNumber,
      ActorRef<Domain.Reply> answers,
      TimerScheduler<C> timers,
      Duration deadline,
      C tooLate) {
    this.domains = domains;
    this.giver = giver;
    next = firstNumber;
    this.answers = answers;
    this.timers = timers;
    this.deadline = deadline;
    this.tooLate = tooLate;
  }

  /** Asks domains, by number; {@code then} gets their answers, by number. */
  void ask(
      SortedMap<Integer, Question> questions, Consumer<SortedMap<Integer, Domain.Reply>> then) {
    if (!awaited.isEmpty()) {
      throw new IllegalStateException("answers are awaited already");
    }
    answered.clear();
    this.then = then;
    timers.startSingleTimer(DEADLINE, tooLate, deadline);
    questions.forEach(this::send);
    goOn();
  }

  private void send(int domain, Question question) {
    var id = new CommandId(giver, next++);
    awaited.put(id, domain);
    domains.at(domain).tell(question.with(id, answers));
  }

  /** Takes an answer; one that is not awaited, such as a repeated one, changes nothing. */
  void answered(Domain.Reply reply) {
    var domain = awaited.remove(reply.id());
    if (domain != null) {
      answered.put(domain, reply);
      goOn();
    }
  }

  private void goOn() {
    if (awaited.isEmpty()) {
      timers.cancel(DEADLINE);
      Objects.requireNonNull(then).accept(new TreeMap<>(answered));
    }
  }

  /** Awaits no answer any more, should it still come; returns the domains that gave none. */
  List<Integer> giveUp() {
    var silent = List.copyOf(awaited.values());
    awaited.clear();
    return silent;
  }
}
