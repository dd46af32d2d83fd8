package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.actor.Provider;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Providers of one issuer of commands, by index. If messages may be dropped, each provider has one
 * command at a time, which is repeated until it is answered. Commands are therefore executed in
 * order, each exactly once.
 */
public final class Providers {
  /** Factory of the command for a provider. */
  @FunctionalInterface
  public interface CommandFactory {
    Provider.Command with(CommandId id, ActorRef<Provider.Reply> replyTo);
  }

  private final List<ActorRef<Provider.Command>> refs;
  private final int issuer;
  private final ActorRef<Provider.Reply> answers;
  private final boolean oneByOne;
  private final TreeMap<CommandId, Integer> awaited = new TreeMap<>(); // provider, by command
  private final List<ArrayDeque<Provider.Command>> unanswered = new ArrayList<>();
  private long given;

  /**
   * @param issuer number of the issuer, unique among all issuers of commands to these providers
   * @param answers receiver of the replies
   * @param oneByOne whether messages may be dropped
   */
  public Providers(
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

  public int count() {
    return refs.size();
  }

  /** Returns the number of commands sent. */
  public long given() {
    return given;
  }

  /** Sets the number of commands sent, from which the id of the next command is derived. */
  public void restore(long commands) {
    given = commands;
  }

  public void ask(int provider, CommandFactory question) {
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

  /**
   * Accepts an answer; returns false for an answer that is not expected, such as a repeated one.
   */
  public boolean answered(CommandId id) {
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
   * Stops waiting for the outstanding answers of a provider, and stops repeating its commands. The
   * commands may still be executed.
   */
  public void forget(int provider) {
    awaited.values().removeIf(of -> of == provider);
    unanswered.get(provider).clear();
  }

  /** Stops waiting for the outstanding answers of all providers. */
  public void forgetAll() {
    awaited.clear();
    unanswered.forEach(ArrayDeque::clear);
  }

  /** Repeats the commands without an answer. */
  public void askAgain() {
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
