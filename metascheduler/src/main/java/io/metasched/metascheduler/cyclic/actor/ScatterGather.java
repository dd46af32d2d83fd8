package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.resource.actor.CommandBatcher;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Requests to several domains at once, which continue when all have answered; one question at a
 * time. At each retry tick of the actor, domains without a reply are asked again, because a reply
 * may be dropped when a JVM is down. A domain times out after the number of ticks in the deadline:
 * not before the deadline, and at most one tick after it, both counted from the last answer of any
 * domain. Many slow domains therefore do not time out while they answer one after the other.
 */
final class ScatterGather {
  /** Factory of the command for a domain. */
  @FunctionalInterface
  interface CommandFactory {
    Domain.Command with(CommandId id, ActorRef<Domain.Reply> replyTo);
  }

  private final Domains domains;
  private final int issuer;
  private final ActorRef<Domain.Reply> answers;
  private final int retriesUntilTimeout;
  private final TreeMap<CommandId, Asked> awaited = new TreeMap<>();
  private final TreeMap<Integer, Domain.Reply> answered = new TreeMap<>();
  private @Nullable Consumer<SortedMap<Integer, Domain.Reply>> then;
  private long next;
  private long taken; // number of answers
  private long progressAtLastTick;
  private int retries;

  private record Asked(int domain, Domain.Command command) {}

  /**
   * @param issuer issuer of the commands
   * @param retriesUntilTimeout number of retry ticks without a reply after which a domain times
   *     out, at least 1
   * @param answers receiver of the domains' replies
   */
  ScatterGather(
      Domains domains, int issuer, int retriesUntilTimeout, ActorRef<Domain.Reply> answers) {
    this.domains = domains;
    this.issuer = issuer;
    this.retriesUntilTimeout = retriesUntilTimeout;
    this.answers = answers;
  }

  /** Sets the number of the next command; later commands get consecutive numbers. */
  void numberFrom(long number) {
    next = number;
  }

  /** Sends questions to domains, by number; {@code then} receives their answers, by number. */
  void ask(
      SortedMap<Integer, CommandFactory> questions,
      Consumer<SortedMap<Integer, Domain.Reply>> then) {
    if (!awaited.isEmpty()) {
      throw new IllegalStateException("answers are already awaited");
    }
    answered.clear();
    this.then = then;
    var commands = new TreeMap<Integer, Domain.Command>();
    questions.forEach(
        (domain, question) -> {
          var id = new CommandId(issuer, next++);
          var command = question.with(id, answers);
          awaited.put(id, new Asked(domain, command));
          commands.put(domain, command);
        });
    domains.transport().send(commands, answers);
    proceed();
  }

  /** Sends notices, by domain number, which have no reply. */
  void send(SortedMap<Integer, ? extends Domain.Command> notices) {
    domains.transport().send(notices, answers);
  }

  private void send(Asked asked) {
    domains.at(asked.domain()).tell(asked.command());
  }

  /**
   * Accepts one or several answers. An answer that is not expected, such as a repeated one, changes
   * nothing.
   */
  void answered(Domain.Reply reply) {
    if (reply instanceof CommandBatcher.ReplyBatch together) {
      together.all().forEach(this::answered);
      return;
    }
    var asked = awaited.remove(reply.id());
    if (asked != null) {
      taken++;
      answered.put(asked.domain(), reply);
      proceed();
    }
  }

  private void proceed() {
    if (awaited.isEmpty()) {
      Objects.requireNonNull(then).accept(new TreeMap<>(answered));
    }
  }

  /** Stops waiting for answers; later answers are ignored. */
  void giveUp() {
    awaited.clear();
  }

  /**
   * Handles the retry tick. If nothing was asked or answered since the last tick, it asks domains
   * without a reply again. Returns the domains that have timed out, whose replies are no longer
   * expected. A common tick saves a timer for each question.
   */
  List<Integer> timedOut() {
    long progress = next + taken;
    boolean stands = progress == progressAtLastTick;
    progressAtLastTick = progress;
    retries = stands ? retries + 1 : 0;
    if (!stands || awaited.isEmpty()) {
      return List.of();
    } else if (retries < retriesUntilTimeout) {
      awaited.values().forEach(this::send);
      return List.of();
    }
    var timedOut = awaited.values().stream().map(Asked::domain).toList();
    giveUp();
    return timedOut;
  }
}
