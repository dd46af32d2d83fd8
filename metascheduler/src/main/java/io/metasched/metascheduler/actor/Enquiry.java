package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks several domains at once and goes on when all have answered; one enquiry at a time. The actor
 * looks from time to time, at intervals of the deadline, whether a domain is silent: so none is
 * taken for lost before the deadline, and each is at twice the deadline.
 */
final class Enquiry {
  /** Makes the command for a domain. */
  @FunctionalInterface
  interface Question {
    Domain.Command with(CommandId id, ActorRef<Domain.Reply> replyTo);
  }

  private final Domains domains;
  private final int giver;
  private final ActorRef<Domain.Reply> answers;
  private final TreeMap<CommandId, Integer> awaited = new TreeMap<>();
  private final TreeMap<Integer, Domain.Reply> answered = new TreeMap<>();
  private @Nullable Consumer<SortedMap<Integer, Domain.Reply>> then;
  private long next;
  private long nextAtLastLook;

  /**
   * @param giver who gives the commands
   * @param answers where the domains are to answer
   */
  Enquiry(Domains domains, int giver, ActorRef<Domain.Reply> answers) {
    this.domains = domains;
    this.giver = giver;
    this.answers = answers;
  }

  /** Gives the next command that number, and those behind it the numbers behind. */
  void numberFrom(long number) {
    next = number;
  }

  /** Asks domains, by number; {@code then} gets their answers, by number. */
  void ask(
      SortedMap<Integer, Question> questions, Consumer<SortedMap<Integer, Domain.Reply>> then) {
    if (!awaited.isEmpty()) {
      throw new IllegalStateException("answers are awaited already");
    }
    answered.clear();
    this.then = then;
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
      Objects.requireNonNull(then).accept(new TreeMap<>(answered));
    }
  }

  /** Awaits no answer any more, should it still come. */
  void giveUp() {
    awaited.clear();
  }

  /**
   * Looks for domains that were silent at the last look already, and have been asked nothing since;
   * their answers are not awaited any more. Looking now and then spares a timer for each enquiry.
   */
  List<Integer> silent() {
    boolean stands = next == nextAtLastLook;
    nextAtLastLook = next;
    var silent = stands ? List.copyOf(awaited.values()) : List.<Integer>of();
    if (stands) {
      giveUp();
    }
    return silent;
  }
}
