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
 * looks from time to time whether a domain is silent, and asks it again: an answer may be lost with
 * a JVM. After so many looks as the deadline has, the domain is taken for lost: not before the
 * deadline, and one look later at the latest.
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
  private final int looksUntilLost;
  private final TreeMap<CommandId, Asked> awaited = new TreeMap<>();
  private final TreeMap<Integer, Domain.Reply> answered = new TreeMap<>();
  private @Nullable Consumer<SortedMap<Integer, Domain.Reply>> then;
  private long next;
  private long nextAtLastLook;
  private int looks;

  private record Asked(int domain, Domain.Command command) {}

  /**
   * @param giver who gives the commands
   * @param looksUntilLost after how many looks without an answer a domain is lost, at least 1
   * @param answers where the domains are to answer
   */
  Enquiry(Domains domains, int giver, int looksUntilLost, ActorRef<Domain.Reply> answers) {
    this.domains = domains;
    this.giver = giver;
    this.looksUntilLost = looksUntilLost;
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
    var commands = new TreeMap<Integer, Domain.Command>();
    questions.forEach(
        (domain, question) -> {
          var id = new CommandId(giver, next++);
          var command = question.with(id, answers);
          awaited.put(id, new Asked(domain, command));
          commands.put(domain, command);
        });
    domains.post().send(commands, answers);
    goOn();
  }

  /** Tells domains, by number, what they do not answer. */
  void tell(SortedMap<Integer, ? extends Domain.Command> notices) {
    domains.post().send(notices, answers);
  }

  private void tell(Asked asked) {
    domains.at(asked.domain()).tell(asked.command());
  }

  /**
   * Takes an answer, or several; one that is not awaited, such as a repeated one, changes nothing.
   */
  void answered(Domain.Reply reply) {
    if (reply instanceof Domain.Together together) {
      together.all().forEach(this::answered);
      return;
    }
    var asked = awaited.remove(reply.id());
    if (asked != null) {
      answered.put(asked.domain(), reply);
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
   * Looks for domains that are silent since the last look, and asks them again; returns those that
   * are lost, whose answers are not awaited any more. Looking now and then spares a timer for each
   * enquiry.
   */
  List<Integer> lost() {
    boolean stands = next == nextAtLastLook;
    nextAtLastLook = next;
    looks = stands ? looks + 1 : 0;
    if (!stands || awaited.isEmpty()) {
      return List.of();
    } else if (looks < looksUntilLost) {
      awaited.values().forEach(this::tell);
      return List.of();
    }
    var lost = awaited.values().stream().map(Asked::domain).toList();
    giveUp();
    return lost;
  }
}
