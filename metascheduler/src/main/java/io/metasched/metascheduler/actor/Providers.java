package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.actor.Provider;
import io.metasched.resource.owner.CommandId;
import java.util.List;

/** The providers that one giver of commands talks to, by index. */
final class Providers {
  /** Makes the command for a provider. */
  @FunctionalInterface
  interface Question {
    Provider.Command with(CommandId id, ActorRef<Provider.Reply> replyTo);
  }

  private final List<ActorRef<Provider.Command>> refs;
  private final int giver;
  private final ActorRef<Provider.Reply> answers;
  private long given;

  /**
   * @param giver the giver's number among all that give commands to these providers
   * @param answers where they are to answer
   */
  Providers(List<ActorRef<Provider.Command>> refs, int giver, ActorRef<Provider.Reply> answers) {
    this.refs = List.copyOf(refs);
    this.giver = giver;
    this.answers = answers;
  }

  int count() {
    return refs.size();
  }

  void ask(int provider, Question question) {
    refs.get(provider).tell(question.with(new CommandId(giver, given++), answers));
  }
}
