package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.actor.Provider;
import io.metasched.resource.owner.CommandId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The providers that one issuer of commands talks to, by index. Where messages may be dropped each
 * provider has one command at a time, which is repeated until it is answered; so commands arrive in
 * order, and each once.
 */
final class Providers {
  /** Makes the command for a provider. */
  @FunctionalInterface
  interface CommandFactory {
    Provider.Command with(CommandId id, ActorRef<Provider.Reply> replyTo);
  }

  private final List<ActorRef<Provider.Command>> refs;
  private final int issuer;
  private final ActorRef<Provider.Reply> answers;
  private final boolean oneByOne;
  private final TreeMap<CommandId, Integer> awaited = new TreeMap<>(); // provider
  private final List<ArrayDeque<Provider.Command>> unanswered = new ArrayList<>();
  private long given;

  /**
   * @param issuer the issuer's number among all that send commands to these providers
   * @param answers where they are to answer
   * @param oneByOne whether messages may be dropped
   */
  Providers(
      List<ActorRef<Provider.Command>> refs,
      int issuer,
      ActorRef<Provider.Reply> answers,
      boolean oneByOne) {
    this.refs = List.copyOf(refs);
    this.issuer = issuer;
    this.answers = answers;
    this.oneByOne = oneByOne;
    refs.forEach(ref -> unanswered.add(new ArrayDeque<>()));
  }

  int count() {
    return refs.size();
  }

  /** How many commands have been given. */
  long given() {
    return given;
  }

  /** Gives the next command the number behind so many. */
  void restore(long commands) {
    given = commands;
  }

  void ask(int provider, CommandFactory question) {
    var command = question.with(new CommandId(issuer, given++), answers);
    awaited.put(command.id(), provider);
    if (!oneByOne) {
      refs.get(provider).tell(command);
      return;
    }
    unanswered.get(provider).add(command);
    if (unanswered.get(provider).size() == 1) {
      refs.get(provider).tell(command);
    }
  }

  /** Takes an answer; false for one that is not awaited, such as a repeated one. */
  boolean answered(CommandId id) {
    var provider = awaited.remove(id);
    if (provider == null) {
      return false;
    }
    if (oneByOne) {
      unanswered.get(provider).remove();
      sendFirst(provider);
    }
    return true;
  }

  /**
   * What a provider has not answered is awaited no more, and is not repeated. It may still be
   * carried out.
   */
  void forget(int provider) {
    awaited.values().removeIf(of -> of == provider);
    unanswered.get(provider).clear();
  }

  /** The same for all providers. */
  void forgetAll() {
    awaited.clear();
    unanswered.forEach(ArrayDeque::clear);
  }

  /** Repeats the commands that are not answered. */
  void askAgain() {
    for (int provider = 0; provider < refs.size(); provider++) {
      sendFirst(provider);
    }
  }

  private void sendFirst(int provider) {
    var first = unanswered.get(provider).peek();
    if (first != null) {
      refs.get(provider).tell(first);
    }
  }
}
